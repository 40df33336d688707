import { minor } from '@service/billing/resources/version.ts';
import type { Api, Step } from '../api.ts';
import { renderList } from '../codec/write.ts';
import type { ApiRequest, ListEndpoint } from '../endpoint.ts';
import { headXml, type RenderingFor, requestOf, sendXml } from '../rules/respond.ts';
import { linkHeader } from './links.ts';
import { type Bounds, readBounds, readPage } from './parameters.ts';

/** To this version a list counts itself on GET; later ones only on HEAD (specification "List parameters", rule 5). */
const COUNTS_ON_GET = 5;

/** Answers a list: a page of it on GET, its count on HEAD. */
export const respondWithList = (list: ListEndpoint, renderingFor: RenderingFor): Step =>
  async function respondWithList(ctx) {
    const request = requestOf(ctx);
    const bounds = readBounds(request.query);
    const filter = await list.filter(request);
    if (ctx.method === 'HEAD' || minor(request.version) <= COUNTS_ON_GET) {
      const count = await list.count(request, { ...bounds, filter, limit: 0 });
      ctx.set('X-Records', String(count));
    }
    if (ctx.method === 'HEAD') headXml(ctx, 200);
    else await sendPage(ctx, list, request, bounds, filter, renderingFor);
  };

const sendPage = async (
  ctx: Api,
  list: ListEndpoint,
  request: ApiRequest,
  bounds: Bounds,
  filter: unknown,
  renderingFor: RenderingFor,
): Promise<void> => {
  const rendering = renderingFor(ctx);
  const query = { ...bounds, ...readPage(request.query, bounds, request.version), filter };
  const page = await list.list(request, query);
  const url = rendering.address({ endpoint: list.name, params: request.params }) ?? '';
  const { filters = [], idOf } = list;
  const link = linkHeader({ url, sent: request.query, filters, query, page, idOf });
  if (link) ctx.set('Link', link);
  sendXml(ctx, 200, renderList(list.resource, page.records, rendering));
};

import { minor } from '@service/billing/resources/version.ts';
import type { Api, ApiStep } from '../api.ts';
import type { ApiRequest, ListEndpoint } from '../endpoint.ts';
import { headXml, type Responders, requestOf, sendText } from '../rules/respond.ts';
import { linkHeader } from './links.ts';
import { type Bounds, readBounds, readPosition } from './parameters.ts';
import { readPage } from './read-page.ts';
import { unknownParameters } from './unknown-parameters.ts';

/** Up to this version a list counts itself on GET; later ones only on HEAD. */
const COUNTS_ON_GET = 5;

/** Returns a page of a list on GET, its count on HEAD; parameters that it does not know are ignored, with a warning. */
export const respondWithList = (list: ListEndpoint, responding: Responders): ApiStep =>
  async function respondWithList(ctx) {
    const request = requestOf(ctx, responding);
    const bounds = readBounds(request.query);
    const filter = await list.filter(request);
    const warnings = unknownParameters(list, request.query);
    if (warnings.length > 0) ctx.set('Warning', warnings);
    if (ctx.method === 'HEAD' || minor(request.version) <= COUNTS_ON_GET) {
      const count = await list.count(request, { ...bounds, filter, limit: 0 });
      ctx.set('X-Records', String(count));
    }
    if (ctx.method === 'HEAD') headXml(ctx, 200);
    else await sendPage(ctx, list, request, bounds, filter, responding);
  };

const sendPage = async (
  ctx: Api,
  list: ListEndpoint,
  request: ApiRequest,
  bounds: Bounds,
  filter: unknown,
  responding: Responders,
): Promise<void> => {
  const rendering = responding.renderingFor(ctx);
  const query = { ...bounds, ...readPosition(request.query, bounds, request.version), filter };
  const page = await readPage({ list, request, rendering, render: responding.rendererFor(ctx) }, query);
  const url = rendering.address({ endpoint: list.name, params: request.params }) ?? '';
  const { filters = [], idOf } = list;
  const link = linkHeader({ url, sent: request.query, filters, query, page, idOf });
  if (link) ctx.set('Link', link);
  sendText(ctx, 200, page.document, responding.turn);
};

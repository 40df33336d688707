import { catalogueFor } from '../../messages/catalogue.ts';
import { type Api, type Step, XML, XML_UTF8 } from '../api.ts';
import { type Rendering, render } from '../codec/write.ts';
import type { Answer, ApiRequest, Endpoint } from '../endpoint.ts';
import { declinedDocument } from '../errors/documents.ts';
import { identityOf } from './authorized.ts';
import { versionOf } from './served-version.ts';

/** What a document is rendered for, from the request it answers. */
export type RenderingFor = (ctx: Api) => Rendering;

/** Asks the endpoint and renders its answer. */
export const respond = (handle: Endpoint['handle'], renderingFor: RenderingFor): Step =>
  async function respond(ctx) {
    const rendering = renderingFor(ctx);
    write(ctx, await handle(requestOf(ctx)), rendering);
  };

/** The request as endpoints see it. */
export const requestOf = (ctx: Api): ApiRequest => {
  const { site, key, at } = identityOf(ctx);
  return {
    caller: {
      site,
      at,
      actor: `key:${key.id}`,
      correlation: ctx.state.correlation,
      idempotency_key: ctx.state.idempotencyKey,
    },
    version: versionOf(ctx),
    params: (ctx as unknown as { params: Record<string, string> }).params,
    query: new URLSearchParams(ctx.querystring),
    body: ctx.state.body,
    words: catalogueFor(ctx.get('Accept-Language')),
    languages: ctx.get('Accept-Language'),
    accepts: ctx.state.accepted ?? XML,
  };
};

/** Status and headers of an XML answer. */
export const headXml = (ctx: Api, status: number): void => {
  ctx.status = status;
  ctx.set('Content-Type', XML_UTF8);
  ctx.set('Content-Language', catalogueFor(ctx.get('Accept-Language')).language);
  ctx.set('Cache-Control', 'no-cache');
};

/** An XML document as the answer. */
export const sendXml = (ctx: Api, status: number, document: string): void => {
  headXml(ctx, status);
  ctx.body = document;
};

const write = (ctx: Api, answer: Answer, rendering: Rendering): void => {
  switch (answer.is) {
    case 'nothing':
      ctx.status = 204;
      break;
    case 'declined':
      ctx.state.symbol = answer.symbol;
      ctx.state.declined = true;
      sendXml(ctx, 422, declinedDocument(answer, catalogueFor(ctx.get('Accept-Language')), rendering));
      break;
    case 'printed':
      ctx.set('Content-Type', answer.type);
      ctx.set('Cache-Control', 'no-cache');
      ctx.body = answer.bytes;
      break;
    case 'record': {
      const location = answer.location && rendering.address(answer.location);
      if (location) ctx.set('Location', location);
      sendXml(ctx, answer.status, render(answer.resource, answer.record, rendering));
      break;
    }
  }
};

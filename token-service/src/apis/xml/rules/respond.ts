import { Readable } from 'node:stream';
import { GatewayUnanswered } from '@service/billing/values/failure.ts';
import type { Turn } from '@service/billing/values/steps.ts';
import { english } from '../../../documents/messages/en/index.ts';
import { documentPieces, type RenderContext } from '../../../documents/xml/codec/write.ts';
import { declinedDocument } from '../../../documents/xml/errors/documents.ts';
import { helpLink } from '../../../documents/xml/errors/format.ts';
import { XML, XML_UTF8 } from '../../../documents/xml/media-type.ts';
import { SMALL } from '../../../documents/xml/rendering/memory.ts';
import type { Render, Text } from '../../../documents/xml/rendering/renderer.ts';
import { clientAddress } from '../../../http/client-address.ts';
import { fieldsOf } from '../../../http/query.ts';
import { isReading } from '../../../http/request.ts';
import type { Api, ApiStep } from '../api.ts';
import { declinedAnswer } from '../declined.ts';
import type { ApiRequest, Endpoint, EndpointAnswer } from '../endpoint.ts';
import { identityOf } from './authorized.ts';
import { versionOf } from './served-version.ts';

/** The version and the URLs that a document is rendered with, from its request. */
export type RenderingFor = (ctx: Api) => RenderContext;

/** The functions that render and send responses. */
export interface Responders {
  readonly renderingFor: RenderingFor;
  /** Returns scheme and host under which the client called the service. */
  readonly originOf: (ctx: Api) => string;
  /** Renders the document of a response, and reserves memory for it until it is sent. */
  readonly rendererFor: (ctx: Api) => Render;
  readonly turn: Turn;
}

/** Calls the endpoint and renders its response. */
export const respond = (handle: Endpoint['handle'], responding: Responders): ApiStep =>
  async function respond(ctx) {
    await write(ctx, await answerOf(handle, requestOf(ctx, responding)), responding);
  };

/** Returns the answer of an endpoint; that of a declined payment where a gateway could not be asked. */
const answerOf = async (handle: Endpoint['handle'], request: ApiRequest): Promise<EndpointAnswer> => {
  try {
    return await handle(request);
  } catch (error) {
    if (!(error instanceof GatewayUnanswered)) throw error;
    return declinedAnswer({ outcome: 'declined', error_code: error.error_code }, request.words);
  }
};

/** The request as endpoints see it. */
export const requestOf = (ctx: Api, { originOf, turn }: Pick<Responders, 'originOf' | 'turn'>): ApiRequest => {
  const { site, key, at } = identityOf(ctx);
  return {
    caller: {
      site,
      at,
      actor: `key:${key.id}`,
      correlation: ctx.state.correlation,
      address: clientAddress(ctx),
      idempotency_key: ctx.state.idempotencyKey,
    },
    version: versionOf(ctx),
    params: (ctx as unknown as { params: Record<string, string> }).params,
    query: fieldsOf(ctx.querystring),
    body: ctx.state.body,
    words: english,
    languages: ctx.get('Accept-Language'),
    accepts: ctx.state.accepted ?? XML,
    get origin() {
      return originOf(ctx);
    },
    turn,
  };
};

/** Sets status and headers of an XML response. */
export const headXml = (ctx: Api, status: number): void => {
  ctx.status = status;
  ctx.set('Content-Type', XML_UTF8);
  ctx.set('Content-Language', english.language);
  ctx.set('Cache-Control', 'no-cache');
};

/** Yields between parts, even for a client that reads as fast as they are written. */
async function* inTurns(parts: readonly string[], turn: Turn): AsyncGenerator<string> {
  for (const part of parts) {
    yield part;
    await turn();
  }
}

/** The response to a client that has disconnected. */
const NOTHING: Text = { parts: [], bytes: 0 };

/** Sends an XML document. */
export const sendXml = (ctx: Api, status: number, document: string): void => {
  headXml(ctx, status);
  ctx.body = document;
};

/**
 * Sends a rendered document. A large one that was read is sent part by part, no faster than the client reads it. The
 * response to a change is one string, because it is stored for its `Idempotency-Key`.
 */
export const sendText = (ctx: Api, status: number, { parts, bytes }: Text, turn: Turn): void => {
  if (!isReading(ctx) || bytes <= SMALL) {
    sendXml(ctx, status, parts.join(''));
    return;
  }
  headXml(ctx, status);
  ctx.state.parts = parts;
  ctx.body = Readable.from(inTurns(parts, turn), { objectMode: false });
  ctx.length = bytes;
};

const write = async (
  ctx: Api,
  answer: EndpointAnswer,
  { renderingFor, rendererFor, turn }: Responders,
): Promise<void> => {
  const rendering = renderingFor(ctx);
  switch (answer.is) {
    case 'nothing':
      ctx.status = 204;
      break;
    case 'declined':
      ctx.state.symbol = answer.symbol;
      ctx.state.declined = true;
      if (answer.retry_after !== undefined) ctx.set('Retry-After', String(answer.retry_after));
      ctx.set('Link', helpLink(answer.error_code ?? 'declines'));
      sendXml(ctx, 422, declinedDocument(answer, english, rendering));
      break;
    case 'printed':
      ctx.status = answer.incomplete ? 412 : 200;
      ctx.set('Content-Type', answer.type);
      ctx.set('Cache-Control', 'no-cache');
      ctx.body = answer.bytes;
      break;
    case 'record': {
      const location = answer.location && rendering.address(answer.location);
      if (location) ctx.set('Location', location);
      const text = await rendererFor(ctx)(documentPieces(answer.resource, answer.record, rendering));
      sendText(ctx, answer.status, text ?? NOTHING, turn);
      break;
    }
  }
};

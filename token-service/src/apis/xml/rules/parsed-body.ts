import { Failure } from '@service/billing/values/failure.ts';
import { parseInTurns } from '../../../documents/xml/codec/parse.ts';
import type { ApiStep } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';

/** Parses the body that was received: 400 `invalid_xml`. */
export const parsedBody = (wanted: Endpoint['body']): ApiStep =>
  async function parsedBody(ctx, next) {
    const { bytes } = ctx.state;
    if (wanted && bytes) {
      const root = await parseInTurns(bytes);
      const { name } = wanted.resource;
      if (root.name !== name) {
        throw new Failure('invalid_xml', {}, `Unacceptable tag <${root.name}>, the root must be <${name}>`);
      }
      ctx.state.body = root;
    }
    await next();
  };

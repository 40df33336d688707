import { createHmac, timingSafeEqual } from 'node:crypto';
import { fieldsOf } from '../../../http/query.ts';
import type { ConsolePage, ConsoleVisit } from '../visit.ts';

/** Proves that this service wrote a notice for this session: a link cannot put words into a page. */
const proofOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`console notice\n${text}`).digest('base64url').slice(0, 22);

/** Returns the query parameter that carries a notice to the next page. */
export const noticeParameter = ({ secret }: Pick<ConsoleVisit, 'secret'>, text: string): string =>
  `notice=${Buffer.from(text).toString('base64url')}.${proofOf(secret, text)}`;

/** Returns the notice that the address of a page carries. */
export const noticeOf = (ctx: Pick<ConsolePage, 'querystring'>, { secret }: Pick<ConsoleVisit, 'secret'>) => {
  const [coded = '', proof = ''] = (fieldsOf(ctx.querystring).get('notice') ?? '').split('.');
  const text = Buffer.from(coded, 'base64url').toString();
  const [one, other] = [Buffer.from(proof), Buffer.from(proofOf(secret, text))];
  return text !== '' && one.length === other.length && timingSafeEqual(one, other) ? text : undefined;
};

import { timingSafeEqual } from 'node:crypto';
import { readForm } from '../../browser-api/form-body.ts';
import { Refusal } from '../../browser-api/refusal.ts';
import { Refused } from '../refused.ts';
import { type Page, type Step, visitOf } from '../visit.ts';

const LIMITS = { bytes: 16_384, milliseconds: 10_000 };

/**
 * Reads a form that a page of this session sent. A form of another site is refused three times: by the cookie, which
 * browsers do not send with it, by `Sec-Fetch-Site` and `Origin`, and by the session's form key. Pages send no
 * referrer,
 * therefore browsers that know `Sec-Fetch-Site` name their origin as `null`.
 */
export const ownForm = (originOf: (ctx: Page) => string): Step =>
  async function ownForm(ctx, next) {
    const origin = ctx.get('Origin');
    const site = ctx.get('Sec-Fetch-Site');
    const foreign = (site !== '' && site !== 'same-origin') || !['', 'null', originOf(ctx)].includes(origin);
    if (foreign) throw new Refused('expiredForm');
    const form = await readForm(ctx.req, LIMITS).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refused('expiredForm') : error;
    });
    if (!isSame(form.form_key ?? '', visitOf(ctx).formKey)) throw new Refused('expiredForm');
    ctx.state.form = form;
    await next();
  };

const isSame = (presented: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(presented), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};

import { Failure } from '@service/billing/values/failure.ts';
import { readForm } from '../../../http/bodies/form.ts';
import { isFormKey } from '../../../http/form-key.ts';
import { isForeignForm } from '../../../http/sent-once.ts';
import { PageRefused } from '../refused.ts';
import { type AccountPage, formOf, type PageStep, visitOf } from '../visit.ts';

const LIMITS = { bytes: 16_384, milliseconds: 10_000 };

/** Reads a form that a page of these sent, and refuses one of another site. */
export const pageForm = (originOf: (ctx: AccountPage) => string): PageStep =>
  async function pageForm(ctx, next) {
    if (isForeignForm(ctx, originOf(ctx))) throw new PageRefused('expiredForm');
    ctx.state.form = await readForm(ctx.req, LIMITS).catch((error: unknown) => {
      throw error instanceof Failure ? new PageRefused('expiredForm') : error;
    });
    await next();
  };

/**
 * Refuses a form that no page of this session sent: by the session's form key, beside the cookie, which browsers do not
 * send with forms of other sites.
 */
export const ownForm: PageStep = async function ownForm(ctx, next) {
  if (!isFormKey(visitOf(ctx).secret, formOf(ctx).form_key ?? '')) throw new PageRefused('expiredForm');
  await next();
};

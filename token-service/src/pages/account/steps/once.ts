import { createHmac } from 'node:crypto';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { IdempotencyKeys } from '../../../http/idempotency.ts';
import { sentOnce } from '../../../http/sent-once.ts';
import { PageRefused } from '../refused.ts';
import { type AccountPage, formOf, type PageStep, visitOf } from '../visit.ts';

interface Deps {
  readonly keys: IdempotencyKeys;
  readonly clock: SystemClock;
}

const ID = /^[A-Za-z0-9]{16,43}$/;

/**
 * Carries out each form once. A form that is sent again, by a double click or the back button, is answered with the
 * redirect of the first time. A form that was answered with a page, because something in it is wrong, may be sent
 * again.
 */
export const oncePerForm = (deps: Deps): PageStep =>
  async function once(ctx, next) {
    const visit = visitOf(ctx);
    const id = formOf(ctx).form_id ?? '';
    if (!ID.test(id)) throw new PageRefused('expiredForm');
    const key = `account-page:${id}`;
    const refused = await sentOnce(deps, ctx, { siteId: visit.site.id, key, fingerprint: fingerprint(ctx) }, () => {
      ctx.state.visit = { ...visit, caller: { ...visit.caller, idempotency_key: key } };
      return next();
    });
    if (refused) throw new PageRefused(refused === 'mismatch' ? 'repeated' : 'busy');
  };

/** Keyed with the session's secret, because the form may contain a token. */
const fingerprint = (ctx: AccountPage): string =>
  createHmac('sha256', visitOf(ctx).secret)
    .update(`${ctx.path}\n${JSON.stringify(formOf(ctx))}`)
    .digest('hex');

import type { SystemClock } from '@service/billing/values/time.ts';
import type { IdempotencyKeys } from '../../../http/idempotency.ts';
import { sentOnce } from '../../../http/sent-once.ts';
import { PageRefused } from '../refused.ts';
import { formOf, type PageStep, visitOf } from '../visit.ts';

interface Deps {
  readonly keys: IdempotencyKeys;
  readonly clock: SystemClock;
}

const REFUSALS = { without_id: 'expiredForm', in_progress: 'busy', mismatch: 'repeated' } as const;

/** Carries out each form once. */
export const oncePerForm = (deps: Deps): PageStep =>
  async function once(ctx, next) {
    const visit = visitOf(ctx);
    const form = formOf(ctx);
    const sent = {
      siteId: visit.site.id,
      surface: 'account-page',
      secret: visit.secret,
      id: form.form_id,
      content: form,
    } as const;
    const refused = await sentOnce(deps, ctx, sent, (key) => {
      ctx.state.visit = { ...visit, caller: { ...visit.caller, idempotency_key: key } };
      return next();
    });
    if (refused) throw new PageRefused(REFUSALS[refused]);
  };

import { createHmac } from 'node:crypto';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { IdempotencyKeys } from '../../../apis/xml/idempotency.ts';
import { Refused } from '../refused.ts';
import { formOf, type Page, type Step, visitOf } from '../visit.ts';

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
export const once = ({ keys, clock }: Deps): Step =>
  async function once(ctx, next) {
    const visit = visitOf(ctx);
    const id = formOf(ctx).form_id ?? '';
    if (!ID.test(id)) throw new Refused('expiredForm');
    const key = `account-page:${id}`;
    const found = await keys.begin(visit.site.id, key, fingerprint(ctx), clock.now());
    if (found === 'in_progress') throw new Refused('busy');
    if (found === 'mismatch') throw new Refused('repeated');
    if (!('takenAt' in found)) {
      ctx.status = found.status;
      ctx.set(found.headers);
      ctx.body = '';
      return;
    }
    ctx.state.visit = { ...visit, caller: { ...visit.caller, idempotency_key: key } };
    const settle = async (): Promise<void> => {
      if (ctx.status !== 303) return keys.release(visit.site.id, key, found);
      const headers = { Location: String(ctx.response.get('Location')) };
      return keys.complete(visit.site.id, key, found, { status: ctx.status, headers, body: '' });
    };
    try {
      await next();
    } catch (error) {
      await keys.release(visit.site.id, key, found);
      throw error;
    }
    await settle();
  };

/** Keyed with the session's secret, because the form may contain a token. */
const fingerprint = (ctx: Page): string =>
  createHmac('sha256', visitOf(ctx).secret)
    .update(`${ctx.path}\n${JSON.stringify(formOf(ctx))}`)
    .digest('hex');

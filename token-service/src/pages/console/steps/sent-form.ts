import { createHmac } from 'node:crypto';
import { Failure } from '@service/billing/values/failure.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import { readForm } from '../../../http/bodies/form.ts';
import { type IdempotencyKeys, replay, takeKey } from '../../../http/idempotency.ts';
import { ConsoleRefused } from '../refused.ts';
import { type ConsolePage, type ConsoleStep, consoleVisitOf, sentForm } from '../visit.ts';
import { isFormKey } from './session-cookie.ts';

/** Dispute evidence is the longest form. */
const LIMITS = { bytes: 65_536, milliseconds: 10_000 };

/**
 * Reads a form of a page of this origin. A form of another site is refused by `Sec-Fetch-Site` and `Origin`. Pages send
 * no referrer, therefore browsers that know `Sec-Fetch-Site` name their origin as `null`.
 */
export const formOfThisOrigin = (originOf: (ctx: ConsolePage) => string): ConsoleStep =>
  async function formOfThisOrigin(ctx, next) {
    const origin = ctx.get('Origin');
    const site = ctx.get('Sec-Fetch-Site');
    const isForeign = (site !== '' && site !== 'same-origin') || !['', 'null', originOf(ctx)].includes(origin);
    if (isForeign) throw new ConsoleRefused('expired_form');
    ctx.state.form = await readForm(ctx.req, LIMITS).catch((error: unknown) => {
      throw error instanceof Failure ? new ConsoleRefused('expired_form') : error;
    });
    await next();
  };

/** Refuses a form that no page of this session sent. */
export const formOfThisSession: ConsoleStep = async function formOfThisSession(ctx, next) {
  if (!isFormKey(consoleVisitOf(ctx).secret, sentForm(ctx).form_key ?? '')) throw new ConsoleRefused('expired_form');
  await next();
};

const ID = /^[A-Za-z0-9]{16,43}$/;

/**
 * Carries out each form once. A form that is sent again, by a double click or the back button, is answered with the
 * redirect of the first time. A form that was answered with a page, because something in it is wrong, may be sent
 * again.
 */
export const eachFormOnce = (deps: { readonly keys: IdempotencyKeys; readonly clock: SystemClock }): ConsoleStep =>
  async function eachFormOnce(ctx, next) {
    const visit = consoleVisitOf(ctx);
    const id = sentForm(ctx).form_id ?? '';
    if (!ID.test(id)) throw new ConsoleRefused('expired_form');
    const key = `console:${id}`;
    const taken = await takeKey(deps, visit.site.id, key, fingerprintOf(ctx));
    if (taken === 'in_progress') throw new ConsoleRefused('in_progress');
    if (taken === 'mismatch') throw new ConsoleRefused('repeated');
    if ('status' in taken) {
      replay(ctx, taken);
      ctx.body = '';
      return;
    }
    ctx.state.visit = { ...visit, caller: { ...visit.caller, idempotency_key: key } };
    try {
      await next();
    } catch (error) {
      await taken.settle(undefined);
      throw error;
    }
    const headers = { Location: String(ctx.response.get('Location')) };
    // A redirect out of the console carries a credential, which is not kept: the form is carried out anew.
    const isKept = ctx.status === 303 && headers.Location.startsWith('/');
    await taken.settle(isKept ? { status: 303, headers, body: '' } : undefined);
  };

/** Keyed with the session's secret: the form may contain personal data. */
const fingerprintOf = (ctx: ConsolePage): string =>
  createHmac('sha256', consoleVisitOf(ctx).secret)
    .update(`${ctx.path}\n${JSON.stringify(sentForm(ctx))}`)
    .digest('hex');

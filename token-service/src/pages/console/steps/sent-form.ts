import { hash } from 'node:crypto';
import { Failure } from '@service/billing/values/failure.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import { readForm } from '../../../http/bodies/form.ts';
import { isUpload, readUploadForm } from '../../../http/bodies/upload-form.ts';
import { isFormKey } from '../../../http/form-key.ts';
import type { IdempotencyKeys } from '../../../http/idempotency.ts';
import { isForeignForm, sentOnce } from '../../../http/sent-once.ts';
import { ConsoleRefused } from '../refused.ts';
import { type ConsolePage, type ConsoleStep, consoleVisitOf, sentFiles, sentForm } from '../visit.ts';

/** Dispute evidence is the longest form. */
const LIMITS = { bytes: 65_536, milliseconds: 10_000 };

const UPLOAD_MS = 60_000;

/**
 * Reads a form of a page of this origin, and refuses one of another site. `uploads`: the most bytes of one with files,
 * which other addresses do not take.
 */
export const formOfThisOrigin = (originOf: (ctx: ConsolePage) => string, uploads?: number): ConsoleStep =>
  async function formOfThisOrigin(ctx, next) {
    if (isForeignForm(ctx, originOf(ctx))) throw new ConsoleRefused('expired_form');
    try {
      if (uploads !== undefined && isUpload(ctx.req)) {
        const read = await readUploadForm(ctx.req, { bytes: LIMITS.bytes + uploads, milliseconds: UPLOAD_MS });
        ctx.state.form = read.form;
        ctx.state.files = read.files;
      } else ctx.state.form = await readForm(ctx.req, LIMITS);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new ConsoleRefused(error.symbol === 'payload_too_large' && uploads ? 'too_large' : 'expired_form');
    }
    await next();
  };

/** Refuses a form that no page of this session sent. */
export const formOfThisSession: ConsoleStep = async function formOfThisSession(ctx, next) {
  if (!isFormKey(consoleVisitOf(ctx).secret, sentForm(ctx).form_key ?? '')) throw new ConsoleRefused('expired_form');
  await next();
};

const REFUSALS = { without_id: 'expired_form', in_progress: 'in_progress', mismatch: 'repeated' } as const;

/** Carries out each form once. */
export const eachFormOnce = (deps: { readonly keys: IdempotencyKeys; readonly clock: SystemClock }): ConsoleStep =>
  async function eachFormOnce(ctx, next) {
    const visit = consoleVisitOf(ctx);
    const form = sentForm(ctx);
    const sent = {
      siteId: visit.site.id,
      surface: 'console',
      secret: visit.secret,
      id: form.form_id,
      content: [form, digestsOf(ctx)],
    } as const;
    const refused = await sentOnce(deps, ctx, sent, (key) => {
      ctx.state.visit = { ...visit, caller: { ...visit.caller, idempotency_key: key } };
      return next();
    });
    if (refused) throw new ConsoleRefused(REFUSALS[refused]);
  };

const digestsOf = (ctx: ConsolePage): string[] =>
  [...sentFiles(ctx)].map(([field, { name, bytes }]) => `${field} ${name} ${hash('sha256', bytes)}`);

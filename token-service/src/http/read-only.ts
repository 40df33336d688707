import { Failure } from '@service/billing/values/failure.ts';
import { isReading, type Step } from './request.ts';

/**
 * Refuses requests that may write, in a process that only reads (`READ_ONLY=1`), before anything is looked up for them.
 * Storage refuses the writes of requests that read.
 */
export const refuseWhenReadOnly = (readOnly: boolean): Step =>
  function refuseWhenReadOnly(ctx, next) {
    // A preflight changes nothing, and without its answer a page would not learn why it is refused.
    if (readOnly && !isReading(ctx) && ctx.method !== 'OPTIONS') throw new Failure('read_only');
    return next();
  };

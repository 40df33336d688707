import { Failure } from '@service/billing/values/failure.ts';
import { XML } from '../../../documents/xml/media-type.ts';
import { preferred } from '../../../http/preferred.ts';
import type { ApiStep } from '../api.ts';

/**
 * Returns the media type among `offers` that an Accept header prefers, if listed by its full name: wildcards do not
 * count.
 */
export const chosenType = (accept: string, offers: readonly string[]): string | undefined =>
  preferred(accept).find(({ value }) => offers.includes(value))?.value;

/** Responds 406 unless Accept allows a media type of the endpoint: `application/xml`, or another one that it offers. */
export const acceptable = (offers: readonly string[] = []): ApiStep =>
  async function acceptable(ctx, next) {
    const accepted = chosenType(ctx.get('Accept'), [XML, ...offers]);
    if (!accepted) throw new Failure('not_acceptable');
    ctx.state.accepted = accepted;
    await next();
  };

import { Failure } from '@service/billing/failure.ts';
import { preferred } from '../../messages/preferred.ts';
import { type Step, XML } from '../api.ts';

/** The media type among `offers` that an Accept header wants most, by its full name: `*` names nothing. */
export const chosenType = (accept: string, offers: readonly string[]): string | undefined =>
  preferred(accept).find(({ value }) => offers.includes(value))?.value;

/** 406 unless Accept names what the endpoint can answer: `application/xml`, and what it offers besides. */
export const acceptable = (offers: readonly string[] = []): Step =>
  async function acceptable(ctx, next) {
    const accepted = chosenType(ctx.get('Accept'), [XML, ...offers]);
    if (!accepted) throw new Failure('not_acceptable');
    ctx.state.accepted = accepted;
    await next();
  };

import { differences } from '@service/gateway-simulator/src/description/differences.fixture.ts';
import type { Line } from './line.fixture.ts';

/**
 * Stripe explains this value to merchants whom it permits to verify bank accounts themselves
 * (https://docs.stripe.com/financial-connections/request-alternative-verification-method); its description of the API
 * leaves it out.
 */
const BY_PERMISSION = /^POST \/v1\/(payment|setup)_intents\/:id\/confirm, request: Type '"skip"'/;

/** Returns how requests and answers that crossed the line differ from Stripe's description; none when they agree. */
export const undescribed = async ({ crossed }: Line): Promise<string[]> => {
  if (crossed.length === 0) throw new Error('Nothing crossed the line.');
  return (await differences(crossed)).filter((difference) => !BY_PERMISSION.test(difference));
};

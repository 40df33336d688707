import type Stripe from 'stripe';
import { declineOf, type SimulatedDecline } from '../cards/declines.ts';
import type { CardInstrument } from '../world/state.ts';

/** Metadata of an intent that chooses how the bank refuses it, whatever the card is. */
const DECLINE_CODE = 'simulator_decline_code';
const NETWORK_ADVICE = 'simulator_network_advice_code';

/** Returns how the card refuses an authorization, or undefined when it approves. */
export const refusalOf = (card: CardInstrument, metadata: Stripe.Metadata | null): SimulatedDecline | undefined => {
  const chosen = metadata?.[DECLINE_CODE];
  const advice = metadata?.[NETWORK_ADVICE] ?? null;
  if (chosen) return declineOf(chosen, advice);
  const { decline, onlyWithCode } = card.behaviour;
  if (!decline || (onlyWithCode && !card.securityCode)) return undefined;
  return advice ? { ...decline, network_advice_code: advice } : decline;
};

/** The error of a bank that refuses because the customer did not authenticate. */
export const AUTHENTICATION_REQUIRED: SimulatedDecline = declineOf('authentication_required');

/** Returns what an error, or the last error of an intent, says of a decline. */
export const declineError = (decline: SimulatedDecline) => ({
  type: 'card_error' as const,
  code: decline.code,
  decline_code: decline.decline_code,
  message: decline.message,
  ...(decline.advice_code && { advice_code: decline.advice_code }),
  ...(decline.network_advice_code && { network_advice_code: decline.network_advice_code }),
  ...(decline.network_decline_code && { network_decline_code: decline.network_decline_code }),
});

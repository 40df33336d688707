import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.ts';
import type { RequestParams } from '../http/params.ts';
import { newId, random } from '../world/ids.ts';
import { expandedId } from '../world/state.ts';
import type { SimulatorWorld } from '../world/world.ts';

export type Acceptance = Stripe.Mandate.CustomerAcceptance;

/** Returns `mandate_data[customer_acceptance]`, or null when there is none. */
export const readAcceptance = (params: RequestParams): Acceptance | null => {
  const acceptance = params.object('mandate_data')?.object('customer_acceptance');
  if (!acceptance) return null;
  const type = acceptance.choice('type', ['offline', 'online']);
  if (!type)
    throw invalidRequest('Missing required param: mandate_data[customer_acceptance][type].', {
      code: 'parameter_missing',
      param: 'mandate_data[customer_acceptance][type]',
    });
  const accepted_at = acceptance.whole('accepted_at') ?? null;
  if (type === 'offline') {
    acceptance.any('offline');
    return { accepted_at, offline: {}, type };
  }
  const online = acceptance.object('online');
  if (!online)
    throw invalidRequest('Missing required param: mandate_data[customer_acceptance][online].', {
      code: 'parameter_missing',
      param: 'mandate_data[customer_acceptance][online]',
    });
  return {
    accepted_at,
    online: { ip_address: online.needText('ip_address'), user_agent: online.needText('user_agent') },
    type,
  };
};

/**
 * Returns the mandate of a debit: a new one where the customer accepts it now, else the given or the latest one of the
 * payment method.
 *
 * @throws {ApiError} 400 when there is none
 */
export const needMandate = (
  world: SimulatorWorld,
  method: Stripe.PaymentMethod,
  acceptance: Acceptance | null,
  mandate: string | null,
  use: 'payment' | 'setup',
): string => {
  if (acceptance) return newMandate(world, method, acceptance);
  if (mandate !== null) {
    const given = world.state.mandates.need(mandate, 'mandate');
    if (expandedId(given.payment_method) === method.id && given.status === 'active') return given.id;
    throw invalidRequest('The provided mandate is inactive, or belongs to another PaymentMethod.', {
      code: `${use}_intent_mandate_invalid`,
      param: 'mandate',
    });
  }
  const latest = world.state.mandates.newest().find((each) => each.payment_method === method.id);
  if (latest?.status === 'active') return latest.id;
  throw invalidRequest(
    `This ${use === 'payment' ? 'PaymentIntent' : 'SetupIntent'} requires a mandate, but no existing mandate was ` +
      'found. Collect mandate acceptance from the customer and try again, providing acceptance data in the ' +
      'mandate_data parameter.',
    { code: `${use}_intent_mandate_invalid`, param: 'mandate_data' },
  );
};

/** Returns what the mandate of a payment method shows beside its acceptance. */
const detailsOf = (
  world: SimulatorWorld,
  { type }: Stripe.PaymentMethod,
  id: string,
): Stripe.Mandate.PaymentMethodDetails => {
  const reference = random(16).toUpperCase();
  const url = `${world.url()}/mandates/${id}`;
  switch (type) {
    case 'sepa_debit':
      return { type, sepa_debit: { reference, url } };
    case 'au_becs_debit':
      return { type, au_becs_debit: { url } };
    case 'bacs_debit': {
      const account = { display_name: null, revocation_reason: null, service_user_number: null };
      return { type, bacs_debit: { ...account, network_status: 'accepted', reference, url } };
    }
    default:
      return { type: 'us_bank_account', us_bank_account: {} };
  }
};

const newMandate = (world: SimulatorWorld, method: Stripe.PaymentMethod, customer_acceptance: Acceptance): string => {
  const id = newId('mandate');
  const mandate = world.state.mandates.add({
    id,
    object: 'mandate',
    customer_acceptance: {
      ...customer_acceptance,
      accepted_at: customer_acceptance.accepted_at ?? world.clock.seconds(),
    },
    livemode: false,
    multi_use: {},
    payment_method: method.id,
    payment_method_details: detailsOf(world, method, id),
    status: 'active',
    type: 'multi_use',
  });
  return mandate.id;
};

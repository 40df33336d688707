import type Stripe from 'stripe';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import type { RequestParams } from '../http/params.ts';
import { newId } from '../world/ids.ts';
import type { CardInstrument } from '../world/state.ts';
import type { SimulatorWorld } from '../world/world.ts';

/**
 * Creates a token of a security code, `cvc_update[cvc]`. The code itself goes no further than this function: the card
 * decides whether it is the right one.
 *
 * @throws {ApiError} 402 for a code that is not valid
 */
export const createToken = (world: SimulatorWorld, params: RequestParams): Stripe.Token => {
  const code = params.object('cvc_update')?.needText('cvc');
  params.finish();
  if (code === undefined)
    throw invalidRequest('The simulator creates tokens of security codes only: send cvc_update.', {
      code: 'parameter_missing',
      param: 'cvc_update',
    });
  if (!/^\d{3,4}$/.test(code))
    throw new ApiError(402, {
      type: 'card_error',
      code: 'invalid_cvc',
      message: "Your card's security code is invalid.",
      param: 'cvc_update[cvc]',
    });
  return world.state.tokens.add({
    id: newId('cvctok'),
    object: 'token',
    client_ip: null,
    created: world.clock.seconds(),
    livemode: false,
    type: 'cvc_update',
    used: false,
  });
};

/**
 * Lets the bank check the code of a token with the next charge of the card, once.
 *
 * @throws {ApiError} 400 when there is no such token, or it was used
 */
export const useToken = (world: SimulatorWorld, card: CardInstrument, id: string): void => {
  const param = 'payment_method_options[card][cvc_token]';
  const token = world.state.tokens.need(id, param);
  if (token.used)
    throw invalidRequest(`You cannot use a Stripe token more than once: ${id}.`, { code: 'token_already_used', param });
  token.used = true;
  card.securityCode = true;
};

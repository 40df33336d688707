/** A decline as an error and an outcome of a charge report it. */
export interface SimulatedDecline {
  readonly code: string;
  readonly decline_code: string;
  readonly message: string;
  /** The response code of the card network. */
  readonly network_decline_code: string | null;
  readonly advice_code: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later' | null;
  /** The advice of the card network about another attempt, where the network gives one. */
  readonly network_advice_code: string | null;
}

const DECLINED = 'Your card was declined.';

type Row = readonly [message: string, network: string, advice: SimulatedDecline['advice_code'], code?: string];

const ROWS = {
  generic_decline: [DECLINED, '05', 'try_again_later'],
  insufficient_funds: ['Your card has insufficient funds.', '51', 'try_again_later'],
  lost_card: [DECLINED, '41', 'do_not_try_again'],
  stolen_card: [DECLINED, '43', 'do_not_try_again'],
  expired_card: ['Your card has expired.', '54', 'confirm_card_data', 'expired_card'],
  incorrect_cvc: ["Your card's security code is incorrect.", 'N7', 'confirm_card_data', 'incorrect_cvc'],
  incorrect_number: ['Your card number is incorrect.', '14', 'confirm_card_data', 'incorrect_number'],
  processing_error: [
    'An error occurred while processing your card. Try again in a little bit.',
    '96',
    'try_again_later',
    'processing_error',
  ],
  card_velocity_exceeded: [
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    '65',
    'try_again_later',
  ],
  authentication_required: [
    'Your card was declined. This transaction requires authentication.',
    '1A',
    null,
    'authentication_required',
  ],
  do_not_honor: [DECLINED, '05', 'try_again_later'],
  try_again_later: [DECLINED, '91', 'try_again_later'],
  pickup_card: [DECLINED, '04', 'do_not_try_again'],
  restricted_card: [DECLINED, '62', 'do_not_try_again'],
  revocation_of_authorization: [DECLINED, 'R1', 'do_not_try_again'],
  stop_payment_order: [DECLINED, 'R0', 'do_not_try_again'],
} satisfies Record<string, Row>;

/**
 * Returns the decline with this `decline_code`. Codes without a row of their own are reported as `card_declined`
 * without a network code; `network_advice_code` is that of the card network, for example `03`.
 */
export const declineOf = (decline_code: string, network_advice_code: string | null = null): SimulatedDecline => {
  const row: Row = Object.hasOwn(ROWS, decline_code) ? ROWS[decline_code as keyof typeof ROWS] : [DECLINED, '', null];
  const [message, network, advice_code, code = 'card_declined'] = row;
  return { code, decline_code, message, network_decline_code: network || null, advice_code, network_advice_code };
};

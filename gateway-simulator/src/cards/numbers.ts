import type { CardBehaviour } from './behaviour.ts';
import { declineOf } from './declines.ts';

/** A test card: what may be known of it, and what it does. */
export interface TestCard {
  readonly brand: CardNetwork;
  readonly funding: 'credit' | 'debit' | 'prepaid';
  readonly country: string;
  /** A network that the card belongs to beside its brand's; payments go there unless the brand's is preferred. */
  readonly coBadge?: 'cartes_bancaires';
  readonly behaviour: CardBehaviour;
  /** Its predefined PaymentMethods, `pm_card_…` without the prefix. */
  readonly tokens: readonly string[];
}

export type CardNetwork = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';

const card = (
  tokens: string,
  behaviour: CardBehaviour = {},
  more: Partial<Omit<TestCard, 'behaviour' | 'tokens'>> = {},
): TestCard => ({
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  ...more,
  behaviour,
  tokens: tokens === '' ? [] : tokens.split(' '),
});

const declined = (tokens: string, decline_code: string) => card(tokens, { decline: declineOf(decline_code) });
const IRISH = { country: 'IE' } as const;

/** Stripe's published test cards: https://docs.stripe.com/testing. */
export const TEST_CARDS: ReadonlyMap<string, TestCard> = new Map([
  // Cards that work
  ['4242424242424242', card('visa', { authentication: 'unenrolled' })],
  ['4111111111111111', card('', { authentication: 'unenrolled' })],
  ['4012888888881881', card('', { authentication: 'unenrolled' })],
  ['4000056655665556', card('visa_debit', {}, { funding: 'debit' })],
  ['5555555555554444', card('mastercard', {}, { brand: 'mastercard' })],
  ['2223003122003222', card('', {}, { brand: 'mastercard' })],
  ['5200828282828210', card('mastercard_debit', {}, { brand: 'mastercard', funding: 'debit' })],
  ['5105105105105100', card('mastercard_prepaid', {}, { brand: 'mastercard', funding: 'prepaid' })],
  [
    '378282246310005',
    card('amex amex_threeDSecureNotSupported', { authentication: 'not_supported' }, { brand: 'amex' }),
  ],
  ['371449635398431', card('', {}, { brand: 'amex' })],
  ['6011111111111117', card('discover', {}, { brand: 'discover' })],
  ['6011000990139424', card('', {}, { brand: 'discover' })],
  ['6011981111111113', card('', {}, { brand: 'discover', funding: 'debit' })],
  ['3056930009020004', card('diners', {}, { brand: 'diners' })],
  ['36227206271667', card('', {}, { brand: 'diners' })],
  ['3566002020360505', card('jcb', {}, { brand: 'jcb', country: 'JP' })],
  ['6200000000000005', card('unionpay', {}, { brand: 'unionpay', country: 'CN' })],

  // Cards of two networks
  ['4000002500001001', card('visa_cartesBancaires', {}, { country: 'FR', coBadge: 'cartes_bancaires' })],
  [
    '5555552500001001',
    card('mastercard_cartesBancaires', {}, { brand: 'mastercard', country: 'FR', coBadge: 'cartes_bancaires' }),
  ],

  // Cards of other countries
  ['4000001240000000', card('ca', {}, { country: 'CA' })],
  ['4000000360000006', card('au', {}, { country: 'AU' })],
  ['4000002760000016', card('de', {}, { country: 'DE' })],
  ['4000002500000003', card('fr', {}, { country: 'FR' })],
  ['4000003800000008', card('it', {}, { country: 'IT' })],
  ['4000005280000002', card('nl', {}, { country: 'NL' })],
  ['4000006200000007', card('pt', {}, { country: 'PT' })],
  ['4000007240000007', card('es', {}, { country: 'ES' })],
  ['4000008260000000', card('gb', {}, { country: 'GB' })],

  // Declines
  ['4000000000000002', declined('visa_chargeDeclined chargeDeclined', 'generic_decline')],
  [
    '4000000000009995',
    declined('visa_chargeDeclinedInsufficientFunds chargeDeclinedInsufficientFunds', 'insufficient_funds'),
  ],
  ['4000000000009987', declined('visa_chargeDeclinedLostCard', 'lost_card')],
  ['4000000000009979', declined('visa_chargeDeclinedStolenCard', 'stolen_card')],
  ['4000000000000069', declined('chargeDeclinedExpiredCard', 'expired_card')],
  ['4000000000000127', card('chargeDeclinedIncorrectCvc', { decline: declineOf('incorrect_cvc'), onlyWithCode: true })],
  ['4000000000000119', declined('chargeDeclinedProcessingError', 'processing_error')],
  ['4000000000006975', declined('visa_chargeDeclinedVelocityLimitExceeded', 'card_velocity_exceeded')],
  ['4000000000000341', card('chargeCustomerFail', { decline: declineOf('generic_decline'), attaches: true })],

  // Risk, address and security code
  ['4100000000000019', card('radarBlock', { blocked: true, risk: 'highest' })],
  ['4000000000004954', card('riskLevelHighest', { blocked: true, risk: 'highest' })],
  ['4000000000009235', card('riskLevelElevated', { risk: 'elevated' })],
  ['4000000000000101', card('cvcCheckFail', { securityCode: 'fail' })],
  ['4000000000000010', card('avsFail', { line1: 'fail', postalCode: 'fail' })],
  ['4000000000000028', card('avsLine1Fail', { line1: 'fail' })],
  ['4000000000000036', card('avsZipFail', { postalCode: 'fail' })],
  ['4000000000000044', card('avsUnchecked', { line1: 'unavailable', postalCode: 'unavailable' })],

  // Disputes and reports of fraud
  ['4000000000000259', card('createDispute', { dispute: { reason: 'fraudulent', status: 'needs_response' } })],
  [
    '4000000000002685',
    card('createDisputeProductNotReceived', { dispute: { reason: 'product_not_received', status: 'needs_response' } }),
  ],
  [
    '4000000000001976',
    card('createDisputeInquiry', { dispute: { reason: 'fraudulent', status: 'warning_needs_response' } }),
  ],
  ['4000000000005423', card('createIssuerFraudRecord', { fraudWarning: true })],
  [
    '4000000404000079',
    card('createMultipleDisputes', { dispute: { reason: 'fraudulent', status: 'needs_response', times: 2 } }),
  ],

  // Refunds and the balance
  ['4000000000007726', card('pendingRefund', { refund: 'pending_then_succeeds' })],
  ['4000000000005126', card('refundFail', { refund: 'succeeds_then_fails' })],
  ['4000000000000077', card('bypassPending')],

  // 3-D Secure
  ['4000002500003155', card('authenticationRequiredOnSetup', { authentication: 'unless_set_up' }, { country: 'FR' })],
  ['4000002760003184', card('authenticationRequired', { authentication: 'always' }, { country: 'DE' })],
  [
    '4000003800000446',
    card('authenticationRequiredSetupForOffSession', { authentication: 'already_set_up' }, { country: 'IT' }),
  ],
  [
    '4000008260003178',
    card(
      'authenticationRequiredChargeDeclinedInsufficientFunds',
      { authentication: 'always', decline: declineOf('insufficient_funds'), attaches: true },
      { country: 'GB' },
    ),
  ],
  ['4000000000003220', card('threeDSecure2Required', { authentication: 'required' }, IRISH)],
  ['4000000000003063', card('threeDSecureRequired', { authentication: 'required' })],
  ['4000008400000027', card('', { authentication: 'required' })],
  ['4000000032200000', card('', { authentication: 'required', frictionless: true }, IRISH)],
  [
    '4000008400001629',
    card('threeDSecureRequiredChargeDeclined', {
      authentication: 'required',
      decline: declineOf('generic_decline'),
      attaches: true,
    }),
  ],
  [
    '4000008400001280',
    card('threeDSecureRequiredProcessingError', { authentication: 'required', authenticationError: true }),
  ],
  ['4000000000003055', card('threeDSecureOptional', { authentication: 'supported' })],
  [
    '4000000000003097',
    card('threeDSecureOptionalProcessingError', { authentication: 'supported', authenticationError: true }),
  ],

  // Faults, which Stripe has no numbers for
  ['4000009900000012', card('simulator_answerLost', { fault: 'answer_lost' })],
  ['4000009900000020', card('simulator_timeout', { fault: 'timeout' })],
  ['4000009900000038', card('simulator_serverErrorAfter', { fault: 'server_error_after' })],
  ['4000009900000046', card('simulator_slow', { fault: 'slow' })],
]);

/** The number of each predefined PaymentMethod, by its id. */
export const CARD_TOKENS: ReadonlyMap<string, string> = new Map(
  [...TEST_CARDS].flatMap(([number, { tokens }]) => tokens.map((token) => [`pm_card_${token}`, number] as const)),
);

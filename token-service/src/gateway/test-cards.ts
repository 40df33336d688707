import type { NetworkAdvice } from '@service/billing/payments/gateway-result.ts';

/** How a payment method behaves at the test gateway. */
export interface Scenario {
  /** Part of the references the gateway gives out: letters and dashes. */
  readonly name: string;
  /** Why every authorization is refused; none: approved. */
  readonly error_code?: string;
  /** What this gateway calls the reason, as gateways do. */
  readonly gateway_error_code?: string;
  /** The refusal spares the check that comes before a card is put on file. */
  readonly saveable?: boolean;
  /** AVS code, street, postal code; none: not checked. */
  readonly avs?: readonly [code: string, street: string, postal: string];
  /** What becomes of a security code that is sent; none: nobody looks at it. */
  readonly cvv?: 'M' | 'N';
  readonly review?: boolean;
  /** A bank account's. */
  readonly bank?: boolean;
  /** The operation succeeds, and the caller gets no answer. */
  readonly silent?: boolean;
  /** The customer has to confirm every payment. */
  readonly challenge?: boolean;
  /** What the card network advises after the decline. */
  readonly network_advice?: NetworkAdvice;
}

const MATCH = ['D', 'Y', 'Y'] as const;

const approval = (name: string, more: Partial<Scenario> = {}): Scenario => ({ name, avs: MATCH, cvv: 'M', ...more });

const decline = (
  name: string,
  error_code: string,
  gateway_error_code: string,
  more: Partial<Scenario> = {},
): Scenario => ({
  name,
  error_code,
  gateway_error_code,
  avs: MATCH,
  cvv: 'M',
  ...more,
});

/** Refused before anybody looked at address or security code. */
const early = (
  name: string,
  error_code: string,
  gateway_error_code: string,
  more: Partial<Scenario> = {},
): Scenario => ({
  name,
  error_code,
  gateway_error_code,
  ...more,
});

const APPROVED = approval('approved');

const CARDS: Readonly<Record<string, Scenario>> = {
  '4222222222222220': approval('fraud-review', { review: true }),
  '4000000000002024': approval('refund-declined'),
  '4000000000000002': decline('declined', 'declined', '0002'),
  '4000000000000010': decline('address', 'fraud_address', '0010', { avs: ['N', 'N', 'N'] }),
  '4000000000000028': decline('street', 'fraud_address', '0028', { avs: ['Z', 'N', 'Y'] }),
  '4000000000000036': decline('postal-code', 'fraud_address', '0036', { avs: ['A', 'Y', 'N'] }),
  '4000000000000044': decline('advanced-verification', 'fraud_advanced_verification', '0044'),
  '4000000000000051': decline('card-number', 'declined_card_number', '0051'),
  '4000000000000069': decline('expired', 'declined_expiration_date', '0069'),
  '4000000000000077': decline('insufficient-funds', 'insufficient_funds', '0077'),
  '4000000000000085': decline('fraud-filter', 'fraud_gateway', '0085'),
  '4000000000000093': decline('ip-address', 'fraud_ip_address', '0093'),
  '4000000000001190': decline('fraud-score', 'fraud_risk_check', '1190'),
  '4000000000000101': decline('security-code', 'fraud_security_code', '0101', { cvv: 'N' }),
  '4000000000000119': decline('call-issuer', 'call_issuer', '0119'),
  '4000000000000200': early('invalid-data', 'invalid_data', '0200'),
  '4000000000000226': early('invalid-expiry', 'declined_expiration_date', '0226'),
  '4000000000000309': early('timeout', 'gateway_timeout', '0309', { silent: true }),
  '4000000000000317': early('duplicate', 'duplicate_transaction', '0317'),
  '4000000000000325': early('card-type', 'card_type_not_accepted', '0325'),
  '4000000000000341': decline('saveable', 'declined_saveable', '0341', { saveable: true }),
  '4000000000009979': decline('saveable-hard', 'declined_card_number', '9979', { saveable: true }),
  '4000000000005126': early('saveable-trouble', 'gateway_error', '5126', { saveable: true }),
  '4000000000009987': decline('saveable-never-again', 'declined_saveable', '9987', {
    saveable: true,
    network_advice: 'do_not_retry',
  }),
  '4000000000003097': early('challenge', 'three_d_secure_action_required', '3097', { challenge: true }),
};

const account = (name: string): Scenario => ({ name, bank: true });

const SETTLES = account('settles');

const ACCOUNTS: Readonly<Record<string, Scenario>> = {
  '111111112': account('returned'),
  '111111113': account('returned'),
  '111111114': account('charged-back'),
  '111111116': account('bank-refund-declined'),
};

/** A wallet is asked neither for an address nor for a security code. */
const AGREEMENTS = {
  approved: { name: 'wallet' },
  declined: early('wallet-declined', 'paypal_declined_use_alternate', 'wallet'),
  saveable: early('wallet-saveable', 'paypal_declined_use_alternate', 'wallet', { saveable: true }),
} as const satisfies Readonly<Record<string, Scenario>>;

export type AgreementBehaviour = keyof typeof AGREEMENTS;

const NO_AGREEMENT = early('no-agreement', 'billing_agreement_not_found', 'agreement');

const byName: ReadonlyMap<string, Scenario> = new Map(
  [APPROVED, SETTLES, ...[CARDS, ACCOUNTS, AGREEMENTS].flatMap((scenarios) => Object.values<Scenario>(scenarios))].map(
    (scenario) => [scenario.name, scenario],
  ),
);

export const cardScenario = (number: string): Scenario => CARDS[number] ?? APPROVED;

export const accountScenario = (number: string): Scenario => ACCOUNTS[number] ?? SETTLES;

/** The id of an agreement that behaves so: `B-<behaviour>-<random>`, so that none has to be kept. */
export const agreementId = (behaviour: AgreementBehaviour, random: string): string => `B-${behaviour}-${random}`;

export const agreementScenario = (id: string): Scenario => {
  const behaviour = /^B-([a-z]+)-[A-Za-z0-9]+$/.exec(id)?.[1] ?? '';
  return Object.hasOwn(AGREEMENTS, behaviour) ? AGREEMENTS[behaviour as AgreementBehaviour] : NO_AGREEMENT;
};

/**
 * The scenario that a reference of this gateway names, `test-<scenario>-<random>`; undefined for a reference it never
 * gave.
 */
export const referenceScenario = (reference: string): Scenario | undefined =>
  byName.get(/^test-([a-z-]+)-[A-Za-z0-9]+$/.exec(reference)?.[1] ?? '');

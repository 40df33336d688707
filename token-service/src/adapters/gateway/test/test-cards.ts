import type { NetworkAdvice } from '@service/billing/domain/payments/gateway-result.ts';
import type { BankDebit } from '@service/billing/values/bank/debits.ts';
import { BANK_DEBIT_TYPES } from '@service/billing/values/bank/debits.ts';

/** The behaviour of a payment method at the test gateway. */
export interface Scenario {
  /** The part of the gateway's references that identifies the scenario: letters and dashes. */
  readonly name: string;
  /** The decline code of every authorization; undefined: approved. */
  readonly error_code?: string;
  /** The gateway's own code for the reason. */
  readonly gateway_error_code?: string;
  /** Payments are declined, but the check that precedes storing a card is approved. */
  readonly saveable?: boolean;
  /** AVS code, street, postal code; none: not checked. */
  readonly avs?: readonly [code: string, street: string, postal: string];
  /** The result of a security code; undefined: it is not checked. */
  readonly cvv?: 'M' | 'N';
  readonly review?: boolean;
  /** The scheme by which a bank account is debited. */
  readonly bank?: BankDebit;
  /** The operation succeeds, and the caller gets no response. */
  readonly silent?: boolean;
  /**
   * The operations that the customer has to confirm: `customer`, those that the customer initiates; `stored`, all with
   * a stored card; `always`, all, and no confirmation succeeds.
   */
  readonly challenge?: 'customer' | 'stored' | 'always';
  /** The bank recognizes the customer's device, so it confirms the challenge without showing a page. */
  readonly knownDevice?: boolean;
  /** The country of the card's issuer; undefined: it is not reported. */
  readonly country?: string;
  /** The card network's advice after the decline. */
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

/** Declined before address and security code are checked. */
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
  '4000002760000016': approval('german', { country: 'DE' }),
  '4000002500000003': approval('french', { country: 'FR' }),
  '4000003720000005': approval('irish', { country: 'IE' }),
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
  '4000000000000135': decline('too-many-attempts', 'fraud_too_many_attempts', '0135'),
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
  '4000000000003097': { name: 'challenge', challenge: 'always' },
  '4000000000003220': approval('challenge-customer', { challenge: 'customer' }),
  '4000000000003063': approval('challenge-device', { challenge: 'customer', knownDevice: true }),
  '4000008400001629': approval('challenge-stored', { challenge: 'stored' }),
};

/** The outcomes of debits and of their refunds, by the number of the account. Others settle. */
export const ACCOUNTS = {
  '111111112': 'returned',
  '111111113': 'returned',
  '111111114': 'charged-back',
  '111111116': 'bank-refund-declined',
  '11111112': 'returned',
  '11111114': 'charged-back',
  '11111116': 'bank-refund-declined',
  DE62370400440532013001: 'returned',
  DE35370400440532013002: 'charged-back',
  DE08370400440532013003: 'bank-refund-declined',
} as const satisfies Readonly<Record<string, string>>;

type DebitOutcome = 'settles' | (typeof ACCOUNTS)[keyof typeof ACCOUNTS];

const OUTCOMES: readonly DebitOutcome[] = ['settles', 'returned', 'charged-back', 'bank-refund-declined'];

/** The scheme is part of the name, so that a reference says it; without one, it is that of US banks. */
const account = (bank: BankDebit, outcome: DebitOutcome): Scenario => ({
  name: bank === 'bank_account' ? outcome : `${bank}-${outcome}`,
  bank,
});

const DEBITS: readonly Scenario[] = BANK_DEBIT_TYPES.flatMap((bank) =>
  OUTCOMES.map((outcome) => account(bank, outcome)),
);

/** Returns what happens to a debit, by the name of its scenario. */
export const debitOutcome = (scenario: string): string => scenario.replace(/^(?:sepa|bacs|becs)-/, '');

/** A wallet checks neither address nor security code. */
const AGREEMENTS = {
  approved: { name: 'wallet' },
  declined: early('wallet-declined', 'paypal_declined_use_alternate', 'wallet'),
  saveable: early('wallet-saveable', 'paypal_declined_use_alternate', 'wallet', { saveable: true }),
} as const satisfies Readonly<Record<string, Scenario>>;

export type AgreementBehaviour = keyof typeof AGREEMENTS;

const NO_AGREEMENT = early('no-agreement', 'billing_agreement_not_found', 'agreement');

const byName: ReadonlyMap<string, Scenario> = new Map(
  [APPROVED, ...DEBITS, ...[CARDS, AGREEMENTS].flatMap((scenarios) => Object.values<Scenario>(scenarios))].map(
    (scenario) => [scenario.name, scenario],
  ),
);

/** Three of the many numbers that are approved. */
const APPROVED_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['approved', '4111111111111111'],
  ['mastercard', '5555555555554444'],
  ['american-express', '378282246310005'],
]);

/** Returns the number of a test card by its name, mostly that of its scenario; undefined for an unknown name. */
export const testCardNumber = (name: string): string | undefined =>
  APPROVED_NUMBERS.get(name) ?? Object.keys(CARDS).find((number) => CARDS[number]?.name === name);

export const cardScenario = (number: string): Scenario => CARDS[number] ?? APPROVED;

export const accountScenario = (bank: BankDebit, number: string): Scenario =>
  account(bank, Object.hasOwn(ACCOUNTS, number) ? ACCOUNTS[number as keyof typeof ACCOUNTS] : 'settles');

/** Returns the id of an agreement with this behaviour: `B-<behaviour>-<random>`, so that none has to be stored. */
export const agreementId = (behaviour: AgreementBehaviour, random: string): string => `B-${behaviour}-${random}`;

export const agreementScenario = (id: string): Scenario => {
  const behaviour = /^B-([a-z]+)-[A-Za-z0-9]+$/.exec(id)?.[1] ?? '';
  return Object.hasOwn(AGREEMENTS, behaviour) ? AGREEMENTS[behaviour as AgreementBehaviour] : NO_AGREEMENT;
};

/**
 * Returns the number of the test card that the vault holds under a token, `test-token-<name of the card>`, with digits
 * that tell several of the same card apart: `test-token-approved-42`. Undefined for an unknown token.
 */
export const vaultedNumber = (token: string): string | undefined =>
  testCardNumber(/^test-token-([a-z-]*[a-z])(?:-\d{1,12})?$/.exec(token)?.[1] ?? '');

/**
 * Returns the scenario of a reference of this gateway, `test-<scenario>-<random>` or a token of the vault; undefined
 * for an unknown reference.
 */
export const referenceScenario = (reference: string): Scenario | undefined => {
  const vaulted = vaultedNumber(reference);
  return vaulted ? cardScenario(vaulted) : byName.get(/^test-([a-z-]+)-[A-Za-z0-9]+$/.exec(reference)?.[1] ?? '');
};

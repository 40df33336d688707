import type { CheckResult } from '@service/billing/resources/schema.ts';

/** Stripe's checks of a card, each `pass`, `fail`, `unavailable`, `unchecked` or null. */
export interface CardChecks {
  readonly address_line1_check: string | null;
  readonly address_postal_code_check: string | null;
  readonly cvc_check: string | null;
}

export interface CheckedCard {
  readonly cvv: CheckResult | null;
  readonly avs: CheckResult | null;
  readonly avs_street: string | null;
  readonly avs_postal: string | null;
}

export const UNCHECKED: CheckedCard = { cvv: null, avs: null, avs_street: null, avs_postal: null };

const CVV: Readonly<Record<string, CheckResult>> = {
  pass: { code: 'M', text: 'matches' },
  fail: { code: 'N', text: 'does not match' },
  unavailable: { code: 'U', text: 'The issuer cannot check the code.' },
  unchecked: { code: 'P', text: 'not processed' },
};

const YES_OR_NO: Readonly<Record<string, 'Y' | 'N'>> = { pass: 'Y', fail: 'N' };

const AVS: Readonly<Record<string, CheckResult>> = {
  YY: { code: 'D', text: 'Street address and postal code match.' },
  YN: { code: 'A', text: 'Street address matches, but postal code does not match.' },
  NY: { code: 'Z', text: 'Street address does not match, but postal code matches.' },
  NN: { code: 'N', text: 'No match: neither street address nor postal code match.' },
  '-Y': { code: 'P', text: 'Postal code matches, street address was not checked.' },
  'Y-': { code: 'B', text: 'Street address matches, postal code was not checked.' },
  '-N': { code: 'N', text: 'Postal code does not match, street address was not checked.' },
  'N-': { code: 'N', text: 'Street address does not match, postal code was not checked.' },
};

const UNAVAILABLE: CheckResult = { code: 'U', text: 'The issuer cannot check the address.' };

/** Returns what the issuer says about security code and address, in the codes of the XML API. */
export const checksOf = (checks: CardChecks | null | undefined): CheckedCard => {
  if (!checks) return UNCHECKED;
  const { address_line1_check: street, address_postal_code_check: postal, cvc_check } = checks;
  const avs_street = YES_OR_NO[street ?? ''] ?? null;
  const avs_postal = YES_OR_NO[postal ?? ''] ?? null;
  const unavailable = street === 'unavailable' || postal === 'unavailable';
  return {
    cvv: CVV[cvc_check ?? ''] ?? null,
    avs: AVS[`${avs_street ?? '-'}${avs_postal ?? '-'}`] ?? (unavailable ? UNAVAILABLE : null),
    avs_street,
    avs_postal,
  };
};

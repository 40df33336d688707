import type { BrandSlug } from '../../values/card/brand.ts';
import type { CardType } from '../../values/card/card-type.ts';
import type { Secret } from '../../values/secret.ts';

/** The card data that billing may know. */
export interface CardDescription {
  readonly type: 'credit_card';
  /** Display name, for example `Visa`. */
  readonly card_type: CardType;
  /** The browser library's name for the brand, which distinguishes more brands. */
  readonly brand: BrandSlug;
  /** Null where a gateway that holds the card does not tell them. */
  readonly first_six: string | null;
  readonly last_four: string;
  readonly month: number;
  readonly year: number;
  /** The country of the issuer, where the gateway that holds the card reports it. */
  readonly cc_bin_country?: string | null;
}

/** The expiry that a stored card has from now on. */
export type CardChange = Pick<CardDescription, 'month' | 'year'>;

export interface BankAccountDescription {
  readonly type: 'bank_account';
  readonly routing_number: string;
  readonly last_four: string;
  readonly account_type: 'checking' | 'savings';
}

/** An account that is debited by SEPA, BACS or BECS. */
export interface DebitDescription {
  readonly type: 'sepa' | 'bacs' | 'becs';
  /** The last four characters of the IBAN or the account number. */
  readonly last_four: string;
  /** The country of the bank of an IBAN. */
  readonly cc_bin_country?: string | null;
}

/**
 * A customer's billing agreement with a wallet. Its id is not a secret: a charge also needs the gateway's credentials.
 */
export interface AgreementDescription {
  readonly type: 'paypal';
  readonly paypal_billing_agreement_id: string;
}

export type MethodDescription = CardDescription | BankAccountDescription | DebitDescription | AgreementDescription;

/**
 * Name and address that came with a token, under the field names of billing info; of a card also the network that its
 * holder prefers, and of a bank account the text that its holder agreed to, when (ISO 8601), and from which address.
 */
export type Holder = Readonly<
  Partial<
    Record<
      | 'first_name'
      | 'last_name'
      | 'name_on_account'
      | 'company'
      | 'address1'
      | 'address2'
      | 'city'
      | 'state'
      | 'zip'
      | 'country'
      | 'phone'
      | 'vat_number'
      | 'card_network_preference'
      | 'ip_address'
      | 'bank_account_authorization'
      | 'bank_account_authorized_at',
      string
    >
  >
>;

/** A card as the client sent it, in the fields of billing info. Absent, null and blank mean the same. */
export interface RawCard {
  readonly type: 'credit_card';
  readonly number?: Secret | null | undefined;
  readonly month?: string | number | null | undefined;
  readonly year?: string | number | null | undefined;
  readonly verification_value?: Secret | null | undefined;
}

/** A US bank account as the client sent it. A confirmation of the account number is compared if it is present. */
export interface RawBankAccount {
  readonly type: 'bank_account';
  readonly routing_number?: string | null | undefined;
  readonly account_number?: Secret | null | undefined;
  readonly account_number_confirmation?: Secret | null | undefined;
  readonly account_type?: string | null | undefined;
}

/** An account in the euro payments area as the client sent it. */
export interface RawSepaAccount {
  readonly type: 'sepa';
  readonly iban?: Secret | null | undefined;
}

/** A British account as the client sent it. */
export interface RawBacsAccount extends Pick<RawBankAccount, 'account_number' | 'account_number_confirmation'> {
  readonly type: 'bacs';
  readonly sort_code?: Secret | null | undefined;
}

/** An Australian account as the client sent it. */
export interface RawBecsAccount extends Pick<RawBankAccount, 'account_number' | 'account_number_confirmation'> {
  readonly type: 'becs';
  readonly bsb_code?: Secret | null | undefined;
}

/** A wallet agreement as the client sent it. */
export interface RawAgreement {
  readonly type: 'paypal';
  readonly paypal_billing_agreement_id?: string | null | undefined;
}

export type RawMethod = RawCard | RawBankAccount | RawSepaAccount | RawBacsAccount | RawBecsAccount | RawAgreement;

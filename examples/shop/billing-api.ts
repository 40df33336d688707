import type { ApiClient } from './api-client.ts';
import { cardBrand } from './card-brand.ts';
import { child, childText, type XmlElement } from './xml.ts';

/** The customer's data, as far as a form asks for it. */
export interface Person {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly email?: string;
}

export interface Account {
  readonly account_code: string;
  readonly state: string;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
  readonly address1?: string | undefined;
  readonly city?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly country?: string | undefined;
}

/** The payment method of an account, as the service returns it: enough to recognize it, never enough to use it. */
export type BillingInfo =
  | {
      readonly type: 'credit_card';
      readonly card_type: string;
      readonly last_four: string;
      readonly month: number;
      readonly year: number;
    }
  | {
      readonly type: 'bank_account';
      readonly name_on_account: string;
      readonly account_type: string;
      readonly routing_number: string;
      readonly last_four: string;
    }
  | {
      readonly type: 'paypal';
      readonly first_name: string;
      readonly last_name: string;
      readonly paypal_billing_agreement_id: string;
    };

export type BillingApi = ReturnType<typeof billingApi>;

/**
 * The calls of the XML API v2 about accounts and billing info. Each throws {@link BillingApiError}. `undefined` from a
 * lookup means that there is no such record.
 */
export const billingApi = (client: ApiClient) => {
  const { call, find } = client;
  const accountPath = (code: string) => `/accounts/${encodeURIComponent(code)}`;

  return {
    async account(code: string): Promise<Account | undefined> {
      const found = await find(accountPath(code));
      return found && readAccount(found);
    },

    /** The token that opens the account pages of a customer: a credential, for that customer only. */
    async loginToken(code: string): Promise<string | undefined> {
      const found = await find(accountPath(code));
      return found && childText(found, 'hosted_login_token');
    },

    /** Creates the account and its billing info at once: a declined one leaves no account behind. */
    async createAccount(code: string, person: Person, tokenId: string): Promise<void> {
      const billing_info = { token_id: tokenId };
      await call('POST', '/accounts', 'account', { account_code: code, ...person, billing_info });
    },

    async updateAccount(code: string, person: Person): Promise<void> {
      await call('PUT', accountPath(code), 'account', { ...person });
    },

    async billingInfo(code: string): Promise<BillingInfo | undefined> {
      const found = await find(`${accountPath(code)}/billing_info`);
      return found && readBillingInfo(found);
    },

    /** For any kind of token. Nothing else may be sent beside it: it contains number, name and address. */
    async setBillingInfo(code: string, tokenId: string): Promise<void> {
      await call('PUT', `${accountPath(code)}/billing_info`, 'billing_info', { token_id: tokenId });
    },

    async removeBillingInfo(code: string): Promise<void> {
      await call('DELETE', `${accountPath(code)}/billing_info`);
    },
  };
};

const readAccount = (account: XmlElement): Account => ({
  ...readAddress(child(account, 'address')),
  account_code: childText(account, 'account_code') ?? '',
  state: childText(account, 'state') ?? 'active',
  first_name: childText(account, 'first_name'),
  last_name: childText(account, 'last_name'),
  email: childText(account, 'email'),
});

const readAddress = (address: XmlElement | undefined) =>
  address && {
    address1: childText(address, 'address1'),
    city: childText(address, 'city'),
    postal_code: childText(address, 'zip'),
    country: childText(address, 'country'),
  };

const readBillingInfo = (billingInfo: XmlElement): BillingInfo => {
  const read = (name: string) => childText(billingInfo, name) ?? '';
  const { type } = billingInfo.attributes;
  if (type === 'paypal') {
    const paypal_billing_agreement_id = read('paypal_billing_agreement_id');
    return { type, first_name: read('first_name'), last_name: read('last_name'), paypal_billing_agreement_id };
  }
  const last_four = read('last_four');
  if (type === 'bank_account') {
    const account = { account_type: read('account_type'), routing_number: read('routing_number') };
    return { type, name_on_account: read('name_on_account'), ...account, last_four };
  }
  const expiry = { month: Number(read('month')), year: Number(read('year')) };
  return { type: 'credit_card', card_type: cardBrand(read('card_type')), last_four, ...expiry };
};

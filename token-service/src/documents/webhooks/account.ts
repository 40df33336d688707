import type { ShippingAddressRecord } from '@service/billing/domain/accounts/record.ts';
import type { AccountSnapshot } from '@service/billing/domain/events/event.ts';
import { element, integerElement, textElement } from './markup.ts';

export const accountElement = (account: AccountSnapshot): string =>
  element('account', [
    textElement('account_code', account.account_code),
    textElement('username', account.username),
    textElement('email', account.email),
    textElement('first_name', account.first_name),
    textElement('last_name', account.last_name),
    textElement('company_name', account.company_name),
    textElement('phone', account.phone),
  ]);

/** Its lines are called `street1` and `street2` here. */
export const shippingAddressElement = (address: ShippingAddressRecord): string =>
  element('shipping_address', [
    integerElement('id', address.id),
    textElement('nickname', address.nickname),
    textElement('first_name', address.first_name),
    textElement('last_name', address.last_name),
    textElement('company_name', address.company_name),
    textElement('vat_number', address.vat_number),
    textElement('street1', address.address1),
    textElement('street2', address.address2),
    textElement('city', address.city),
    textElement('state', address.state),
    textElement('zip', address.zip),
    textElement('country', address.country),
    textElement('email', address.email),
    textElement('phone', address.phone),
  ]);

import type { ShippingAddressRecord } from '@service/billing/domain/accounts/record.ts';
import type { AccountSnapshot } from '@service/billing/domain/events/event.ts';
import { element, integer, text } from './markup.ts';

export const accountElement = (account: AccountSnapshot): string =>
  element('account', [
    text('account_code', account.account_code),
    text('username', account.username),
    text('email', account.email),
    text('first_name', account.first_name),
    text('last_name', account.last_name),
    text('company_name', account.company_name),
    text('phone', account.phone),
  ]);

/** Its lines are called `street1` and `street2` here. */
export const shippingAddressElement = (address: ShippingAddressRecord): string =>
  element('shipping_address', [
    integer('id', address.id),
    text('nickname', address.nickname),
    text('first_name', address.first_name),
    text('last_name', address.last_name),
    text('company_name', address.company_name),
    text('vat_number', address.vat_number),
    text('street1', address.address1),
    text('street2', address.address2),
    text('city', address.city),
    text('state', address.state),
    text('zip', address.zip),
    text('country', address.country),
    text('email', address.email),
    text('phone', address.phone),
  ]);

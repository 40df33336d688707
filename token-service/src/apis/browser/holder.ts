import type { Holder } from '@service/billing/domain/billing-info/payment-method.ts';
import { type AddressPart, REQUIRED_ADDRESS } from '@service/billing/domain/billing-info/required-address.ts';
import { billingInfo } from '@service/billing/resources/billing-info.ts';
import { isFault, type Kind } from '@service/billing/resources/kind.ts';
import { refusesCardNumbers, type Site } from '@service/billing/resources/site.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import type { BankDebit } from '@service/billing/values/bank/debits.ts';
import type { Issue } from '@service/billing/values/failure.ts';
import type { Form } from '../../http/bodies/form.ts';

type Name = keyof Holder;

interface HolderField {
  /** The field's name in the browser. */
  readonly input: string;
  /** The field's name in billing info, whose table has the rules for length and characters. */
  readonly name: Name;
  readonly kind: Kind<unknown> | undefined;
}

const holderField = (name: Name): HolderField => {
  const { input } = billingInfo.fields[name];
  const kind = input?.is === 'value' ? input.kind : undefined;
  return { input: name === 'zip' ? 'postal_code' : name, name, kind };
};

const ADDRESS: readonly Name[] = [
  'company',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'country',
  'phone',
  'vat_number',
];
const CARDHOLDER = (['first_name', 'last_name', ...ADDRESS, 'card_network_preference'] as const).map(holderField);
const ACCOUNT_HOLDER = (['name_on_account', ...ADDRESS] as const).map(holderField);

export interface HolderRead {
  readonly holder: Holder;
  readonly issues: readonly Issue[];
}

const read = (form: Form, site: Site, fields: readonly HolderField[], required: readonly Name[]): HolderRead => {
  const holder: { -readonly [name in Name]?: string } = {};
  const issues: Issue[] = [];
  for (const { input, name, kind } of fields) {
    const given = form[input];
    if (given === undefined) {
      if (required.includes(name)) issues.push({ field: name, symbol: 'blank' });
      continue;
    }
    const value = kind?.read(name === 'country' ? given.toUpperCase() : given);
    if (isFault(value)) {
      issues.push({ field: name, ...value });
      continue;
    }
    const leaks = refusesCardNumbers(site) && kind?.containsCardNumber?.(value);
    const fault = kind?.check?.(value, LATEST) ?? (leaks ? { symbol: 'contains_card_number' as const } : undefined);
    if (fault) issues.push({ field: name, ...fault });
    else if (kind) holder[name] = kind.write(value);
  }
  return { holder, issues };
};

const NAMES = ['first_name', 'last_name'] as const;

const requiredOf = (parts: readonly AddressPart[]): readonly Name[] => [...NAMES, ...parts];
const REQUIRED: Readonly<Record<Site['address_requirement'], readonly Name[]>> = {
  none: requiredOf(REQUIRED_ADDRESS.none),
  zip: requiredOf(REQUIRED_ADDRESS.zip),
  street_and_zip: requiredOf(REQUIRED_ADDRESS.street_and_zip),
  full: requiredOf(REQUIRED_ADDRESS.full),
};

/** Reads the holder of a card, with the parts of the address that the site requires. */
export const readCardholder = (form: Form, site: Site): HolderRead =>
  read(form, site, CARDHOLDER, REQUIRED[site.address_requirement]);

/** Reads the holder of a bank account; the address is optional. That of a US account is in the United States. */
export const readAccountHolder = (form: Form, site: Site, scheme: BankDebit): HolderRead => {
  const { holder, issues } = read(form, site, ACCOUNT_HOLDER, ['name_on_account']);
  if (scheme !== 'bank_account') return { holder, issues };
  const foreign: Issue[] =
    holder.country === undefined || holder.country === 'US' ? [] : [{ field: 'country', symbol: 'invalid' }];
  const country = form.country === undefined ? 'US' : holder.country;
  return { holder: { ...holder, ...(country !== undefined && { country }) }, issues: [...issues, ...foreign] };
};

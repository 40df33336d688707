import type { AccountTerms } from '@service/billing/domain/gateway-accounts/account.ts';
import { ACCEPTABLE_BRANDS } from '@service/billing/domain/gateway-accounts/account-rules.ts';
import type { CredentialNames, Credentials } from '@service/billing/domain/gateway-accounts/credentials.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { html, type Markup } from '../../../../../documents/html.ts';
import type { Form } from '../../../../../http/bodies/form.ts';
import type { FilledForm } from '../../../parts/filled.ts';
import { checkField, inputField } from '../../../parts/form.ts';

const boxOf = (brand: string): string => `brand.${brand.replaceAll(' ', '-')}`;

/** Returns the fields of what a gateway account is for; `present` is what the form changes. */
export const termFields = (filled: FilledForm, present?: AccountTerms): readonly Markup[] => [
  inputField(filled, {
    name: 'currencies',
    label: 'Currencies',
    value: present?.currencies?.join(', '),
    hint: 'ISO 4217 codes such as USD, EUR. Leave it empty for all that the gateway accepts.',
  }),
  html`<fieldset class="field boxes"><legend>Card brands</legend>${ACCEPTABLE_BRANDS.map((brand) =>
    checkField(filled, { name: boxOf(brand), label: brand, value: present?.brands?.includes(brand) ? 'yes' : '' }),
  )}<p class="quiet">Without any, all that the gateway accepts.</p></fieldset>`,
  inputField(filled, {
    name: 'countries',
    label: 'Countries',
    value: present?.countries?.join(', '),
    hint: 'Codes of the billing address such as US, CA. Leave it empty for all.',
  }),
  inputField(filled, {
    name: 'order',
    label: 'Order',
    value: present?.position,
    hint: 'Of several accounts that take a payment, the one with the lowest number is chosen. Leave it empty to be last.',
    attributes: { inputmode: 'numeric', maxlength: '3' },
  }),
];

const listOf = (text: string | undefined): readonly string[] | null =>
  text === undefined ? null : text.split(',').map((entry) => entry.trim());

/** Reads what a form says a gateway account is for. */
export const sentTerms = (form: Form): Omit<AccountTerms, 'position' | 'active'> & Partial<AccountTerms> => {
  const brands = ACCEPTABLE_BRANDS.filter((brand) => form[boxOf(brand)] === 'yes');
  return {
    currencies: listOf(form.currencies),
    brands: brands.length === 0 ? null : brands,
    countries: listOf(form.countries),
    ...(form.order === undefined ? {} : { position: Number(form.order) }),
  };
};

/** `secret_key` → `Secret key`. */
const labelOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

/** A form that comes back repeats no credential. */
const withoutCredentials = ({ values, problems }: FilledForm, names: readonly string[]): FilledForm => ({
  values: Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
  problems,
});

const fieldOf = (adapter: string, credential: string): string => `${adapter}.${credential}`;

/** Returns the fields of the credentials of an adapter. What they contain is never shown. */
export const credentialFields = (
  filled: FilledForm,
  adapter: string,
  { required, optional }: CredentialNames,
): readonly Markup[] => {
  const names = [...required, ...optional];
  const secret = withoutCredentials(
    filled,
    names.map((name) => fieldOf(adapter, name)),
  );
  return names.map((name) =>
    inputField(secret, {
      name: fieldOf(adapter, name),
      label: `${labelOf(name)}${required.includes(name) ? '' : ' (optional)'}`,
      attributes: { type: 'password', autocomplete: 'off', spellcheck: 'false' },
    }),
  );
};

/** Reads the credentials of an adapter; fields that are empty are left out. */
export const sentCredentials = (form: Form, adapter: string, { required, optional }: CredentialNames): Credentials =>
  Object.fromEntries(
    [...required, ...optional].flatMap((name) => {
      const value = form[fieldOf(adapter, name)];
      return value === undefined ? [] : [[name, new Secret(value)] as const];
    }),
  );

/** Returns the field of the address of a provider's API. */
export const endpointField = (filled: FilledForm, present?: string | null): Markup =>
  inputField(filled, {
    name: 'endpoint',
    label: 'Address of the API',
    value: present,
    hint: 'Leave it empty for the address of the provider; a simulator has one such as http://127.0.0.1:12111.',
  });

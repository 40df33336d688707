import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { REQUIRED_ADDRESS } from '@service/billing/domain/billing-info/required-address.ts';
import type { BankDebit } from '@service/billing/values/bank/debits.ts';
import type { FormattedAddressPart } from '../../../documents/address-format.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { bankAuthorization } from '../../../documents/messages/bank-authorization.ts';
import type { Visit } from '../visit.ts';
import { AUTOCOMPLETE, addressParts } from './address-parts.ts';
import { countryOptions } from './countries.ts';
import { type FormField, type Option, selectField } from './form.ts';

type Info = BillingInfoRecord | undefined;

/** An input that only the browser library reads: it has no name, so the form does not send it to this page. */
const unsent = (
  service: string,
  { label, value, optional, attributes = {} }: Omit<FormField, 'name'>,
): Markup => html`<div class="field">
<label for="${service}">${label}${optional ? html` <span class="quiet">${optional}</span>` : ''}</label>
<input id="${service}" data-service="${service}" value="${value ?? ''}" aria-describedby="${service}-error"${Object.entries(
  attributes,
).map(([name, text]) => (text === '' ? html` ${name}` : html` ${name}="${text}"`))}>
<p class="error" id="${service}-error"></p>
</div>`;

const hosted = (service: string, label: string): Markup => html`<div class="field">
<label for="${service}">${label}</label>
<div class="hosted" id="${service}" data-service="${service}"></div>
</div>`;

/** The card fields, each in a frame of the browser origin. */
export const cardFieldset = (visit: Visit, info: Info): Markup => {
  const { payment, details } = visit.words;
  const { account } = visit;
  return html`<fieldset><legend>${payment.yourCard}</legend>
<div class="field">${hosted('number', payment.number)}<p class="error" id="number-error"></p></div>
<div class="field"><div class="triple">${hosted('month', payment.month)}${hosted('year', payment.year)}${hosted('cvv', payment.cvv)}</div>
<p class="error" id="expiry-error"></p><p class="error" id="cvv-error"></p></div>
<div class="pair">
${unsent('first_name', { label: details.firstName, value: info?.first_name ?? account.first_name, attributes: { autocomplete: 'cc-given-name', maxlength: '255', required: '' } })}
${unsent('last_name', { label: details.lastName, value: info?.last_name ?? account.last_name, attributes: { autocomplete: 'cc-family-name', maxlength: '255', required: '' } })}
</div></fieldset>`;
};

/** The fields of a bank account, by the scheme that debits it. Their values go to the browser origin as well. */
export const bankFields = (visit: Visit, info: Info, scheme: BankDebit): Markup => {
  const { payment } = visit.words;
  const { first_name, last_name } = info?.first_name ? info : visit.account;
  const name = info?.name_on_account ?? [first_name, last_name].filter(Boolean).join(' ');
  const digits = { inputmode: 'numeric', autocomplete: 'off', spellcheck: 'false', required: '' };
  const types: readonly Option[] = [
    ['checking', payment.checking],
    ['savings', payment.savings],
  ];
  const holder = unsent('name_on_account', {
    label: payment.nameOnAccount,
    value: name,
    attributes: { autocomplete: 'name', maxlength: '255', required: '' },
  });
  const twice = (maxlength: string): Markup => html`<div class="pair">
${unsent('account_number', { label: payment.accountNumber, attributes: { ...digits, maxlength } })}
${unsent('account_number_confirmation', { label: payment.accountNumberAgain, attributes: { ...digits, maxlength } })}
</div>`;
  if (scheme === 'sepa') {
    const { inputmode: _, ...attributes } = digits;
    return html`<fieldset><legend>${payment.yourBank}</legend>
${holder}
${unsent('iban', { label: 'IBAN', attributes: { ...attributes, maxlength: '42' } })}
</fieldset>`;
  }
  if (scheme !== 'bank_account') {
    const [code, label] = scheme === 'bacs' ? ['sort_code', payment.sortCode] : ['bsb_code', payment.bsbCode];
    return html`<fieldset><legend>${payment.yourBank}</legend>
<input type="hidden" data-service="type" value="${scheme}">
${holder}
${unsent(code, { label, attributes: { ...digits, maxlength: '8' } })}
${twice('9')}
</fieldset>`;
  }
  return html`<fieldset><legend>${payment.yourBank}</legend>
${holder}
${unsent('routing_number', { label: payment.routingNumber, attributes: { ...digits, maxlength: '9' } })}
${twice('17')}
<div class="field"><label for="account_type">${payment.accountType}</label>
<select id="account_type" data-service="account_type">${types.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></div>
</fieldset>`;
};

/** Renders the text that the holder of a bank account agrees to, above the button; its id is sent with the account. */
export const authorizationField = (visit: Visit, scheme: BankDebit): Markup => {
  const { id, language, text } = bankAuthorization(scheme, visit.site, visit.locale);
  return html`<p class="quiet" lang="${language}" id="authorization-text">${text}</p>
<input type="hidden" data-service="authorization" value="${id}">`;
};

/**
 * The billing address, as it is on file; what the site does not require may stay empty. A US bank account has an
 * address in the United States: one elsewhere is not filled in.
 */
export const addressFields = (visit: Visit, info: Info, scheme: BankDebit | undefined): Markup => {
  const byBank = scheme === 'bank_account';
  const { details, payment } = visit.words;
  const onFile = info?.country || info?.zip ? info : visit.account.address;
  const elsewhere = byBank && onFile.country && onFile.country !== 'US';
  const held = elsewhere ? undefined : onFile;
  const countries = countryOptions(visit);
  const required: readonly string[] = REQUIRED_ADDRESS[visit.site.address_requirement];
  const options = (part: string) =>
    required.includes(part) ? { attributes: { required: '' } } : { optional: details.optional };
  const field = (part: FormattedAddressPart) => {
    const { attributes, optional } = { attributes: {}, optional: undefined, ...options(part) };
    return unsent(part === 'zip' ? 'postal_code' : part, {
      label: details[part],
      value: held?.[part],
      optional,
      attributes: { ...attributes, autocomplete: `billing ${AUTOCOMPLETE[part]}`, maxlength: '255' },
    });
  };
  return html`<fieldset><legend>${payment.billingAddress}</legend>
${selectField({ name: 'country', label: details.country, value: byBank ? 'US' : held?.country, hint: byBank ? payment.bankAddress : undefined, attributes: { 'data-service': 'country', autocomplete: 'billing country', ...(required.includes('country') ? { required: '' } : {}) } }, byBank ? countries.filter(([code]) => code === 'US') : countries)}
${addressParts(byBank ? 'US' : held?.country, field)}
</fieldset>`;
};

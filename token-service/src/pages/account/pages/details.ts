import { detailFaults, type SentDetails } from '@service/billing/domain/accounts/detail-faults.ts';
import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { SignedIn } from '@service/billing/engine/account-pages/begin-session.ts';
import type { PaymentDeps } from '@service/billing/engine/intents/open-intent.ts';
import type { AccountInput } from '@service/billing/resources/account.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { updateAccount } from '@service/billing/usecases/accounts/update-account.ts';
import { Invalid, type Issue } from '@service/billing/values/failure.ts';
import { timeZonesWith } from '@service/billing/values/time-zone.ts';
import { html } from '../../../documents/html.ts';
import { spokenLanguage } from '../../../documents/messages/document-language.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { PAGE_LANGUAGES } from '../language.ts';
import { AUTOCOMPLETE, addressParts } from '../parts/address-parts.ts';
import { countryOptions } from '../parts/countries.ts';
import { form, formProblem, selectField, textField } from '../parts/form.ts';
import { postalCodeExample } from '../parts/postal-code-examples.ts';
import { doneAs, show } from '../parts/respond.ts';
import { sessionCookie } from '../steps/cookies.ts';
import { type AccountPage, formOf, type PageWithForm, type Visit, visitOf } from '../visit.ts';

const OF_ACCOUNT = [
  'email',
  'first_name',
  'last_name',
  'company_name',
  'preferred_locale',
  'preferred_time_zone',
] as const;
const OF_ADDRESS = ['address1', 'address2', 'city', 'state', 'zip', 'country', 'phone'] as const;
type Name = (typeof OF_ACCOUNT)[number] | (typeof OF_ADDRESS)[number];
type Errors = Partial<Record<string, string>>;

/**
 * Longer than every field may be: the browser would cut a text at the limit of its field and save it so, while the
 * service says what the limit is.
 */
const MOST_TYPED = '1000';

export interface DetailsDeps extends PaymentDeps {
  readonly renewSession: (site: Site, account: AccountRecord) => Promise<SignedIn>;
  readonly isSecure: (ctx: AccountPage) => boolean;
}

/**
 * Name, address, email, language and time zone of the account. Another email address ends all sessions and links of the
 * account, so the customer who has changed it gets a new session.
 */
export const detailsPage = (deps: DetailsDeps): PageWithForm => {
  const { renewSession, isSecure } = deps;
  const update = updateAccount(deps);

  const showForm = (ctx: AccountPage, values: Form, errors: Errors = {}): void => {
    const visit = visitOf(ctx);
    const { words } = visit;
    const { details } = words;
    const isWrong = Object.keys(errors).length > 0;
    const field = (name: Name, label: string, autocomplete: string, more: Readonly<Record<string, string>> = {}) =>
      textField({
        name,
        label,
        value: values[name],
        error: errors[name],
        hint: name === 'email' ? details.emailHint : undefined,
        optional: name === 'email' ? undefined : details.optional,
        attributes: { autocomplete, maxlength: MOST_TYPED, ...more },
      });
    show(
      ctx,
      { title: details.title, back: true },
      [
        formProblem(isWrong ? words.problems.fields : undefined, { inField: true }),
        form(visit, { action: '/account/details' }, [
          field('email', details.email, 'email', { type: 'email', spellcheck: 'false', required: '' }),
          html`<div class="pair">${field('first_name', details.firstName, 'given-name')}${field('last_name', details.lastName, 'family-name')}</div>`,
          field('company_name', details.company, 'organization'),
          selectField(
            {
              name: 'preferred_locale',
              label: details.language,
              value: languageOf(values.preferred_locale),
              error: errors.preferred_locale,
            },
            [['', details.languageAuto], ...PAGE_LANGUAGES],
          ),
          selectField(
            {
              name: 'preferred_time_zone',
              label: details.timeZone,
              value: values.preferred_time_zone,
              error: errors.preferred_time_zone,
            },
            [
              ['', details.timeZoneAuto],
              ...timeZonesWith(visit.account.preferred_time_zone ?? '').map((name) => [name, name] as const),
            ],
          ),
          html`<fieldset><legend>${details.address}</legend>
${selectField({ name: 'country', label: details.country, value: values.country, error: errors.country, attributes: { autocomplete: 'country' } }, countryOptions(visit))}
${addressParts(values.country, (part) => field(part, details[part], AUTOCOMPLETE[part]))}
${field('phone', details.phone, 'tel', { type: 'tel' })}</fieldset>`,
          html`<div class="choices"><button class="main" type="submit">${details.save}</button>
<a class="button second" href="/account">${details.cancel}</a></div>`,
        ]),
      ],
      isWrong ? 422 : 200,
    );
  };

  return {
    get(ctx) {
      const { account } = visitOf(ctx);
      const values = [
        ...OF_ACCOUNT.map((name) => [name, account[name] ?? undefined]),
        ...OF_ADDRESS.map((name) => [name, account.address[name] ?? undefined]),
      ];
      showForm(ctx, Object.fromEntries(values));
    },
    async post(ctx) {
      const visit = visitOf(ctx);
      const sent = formOf(ctx);
      const errors = errorsIn(visit, sent);
      if (Object.keys(errors).length > 0) return showForm(ctx, sent, errors);
      try {
        const updated = await update(visit.caller, visit.account.account_code, {
          input: inputOf(visit, sent),
          issues: [],
        });
        if (
          updated.outcome === 'written' &&
          updated.account.email_changed_at_ms !== visit.account.email_changed_at_ms
        ) {
          sessionCookie.keep(ctx, isSecure(ctx), (await renewSession(visit.site, updated.account)).secret);
        }
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        return showForm(ctx, sent, Object.fromEntries(error.issues.map((issue) => errorOf(visit, sent, issue))));
      }
      doneAs(ctx, 'details');
    },
  };
};

/** A regional choice such as `de-AT` stays while its language is not changed. */
const languageOf = (locale = ''): string => spokenLanguage(locale)?.language ?? '';

const inputOf = ({ account }: Visit, sent: Form): AccountInput => {
  const language = sent.preferred_locale ?? null;
  const kept = language !== null && languageOf(account.preferred_locale ?? '') === language;
  return {
    ...Object.fromEntries(OF_ACCOUNT.map((name) => [name, sent[name] ?? null])),
    preferred_locale: kept ? account.preferred_locale : language,
    // The page does not ask whom the address is addressed to.
    address: { ...account.address, ...Object.fromEntries(OF_ADDRESS.map((name) => [name, sent[name] ?? null])) },
  } as AccountInput;
};

const errorsIn = (visit: Visit, sent: Form): Errors => {
  const faults = Object.entries(detailFaults(visit.site, asked(sent)));
  const errors: Errors = Object.fromEntries(faults.map(([name, fault]) => [name, textOf(visit, sent, name, fault)]));
  const { fields } = visit.words;
  if (!sent.email) errors.email = fields.email;
  if (sent.preferred_locale && !PAGE_LANGUAGES.some(([tag]) => tag === sent.preferred_locale)) {
    errors.preferred_locale = fields.inclusion;
  }
  return errors;
};

/** The fields of the page, of all that was sent. */
const asked = (sent: Form): SentDetails =>
  Object.fromEntries([...OF_ACCOUNT, ...OF_ADDRESS].map((name) => [name, sent[name]]));

/** `account.address.country` is the field `country` of the form. */
const errorOf = (visit: Visit, sent: Form, issue: Issue): [name: string, text: string] => {
  const name = issue.field.split('.').at(-1) ?? issue.field;
  // The form has no field for it; what made it invalid is another country.
  if (name === 'vat_number') return ['country', visit.words.fields.vatNumber];
  return [name, textOf(visit, sent, name, issue)];
};

const postalCodeText = ({ words: { fields } }: Visit, { country = '' }: Form): string => {
  const example = postalCodeExample(country);
  return example ? fields.postalCodeLike(example) : fields.postalCode;
};

const textOf = (visit: Visit, sent: Form, name: string, { symbol, count }: Omit<Issue, 'field'>): string => {
  const { fields } = visit.words;
  switch (symbol) {
    case 'invalid_email':
      return fields.email;
    case 'too_long':
      return fields.tooLong(count ?? 0);
    case 'inclusion':
      return fields.inclusion;
    case 'contains_card_number':
      return fields.cardNumber;
    default:
      if (name === 'country') return fields.country;
      if (name === 'phone') return fields.phone;
      return name === 'zip' ? postalCodeText(visit, sent) : fields.invalid;
  }
};

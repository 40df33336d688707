import type { Holder, RawMethod } from '@service/billing/domain/billing-info/payment-method.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import type { BankDebit } from '@service/billing/values/bank/debits.ts';
import { BANK_DEBIT_TYPES } from '@service/billing/values/bank/debits.ts';
import type { Issue } from '@service/billing/values/failure.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { isoTime, type SystemClock } from '@service/billing/values/time.ts';
import type { TokenVault } from '../../adapters/vault/vault.ts';
import { namedAuthorization } from '../../documents/messages/bank-authorization.ts';
import type { Form } from '../../http/bodies/form.ts';
import { readAccountHolder } from './holder.ts';
import { keepToken } from './keep-token.ts';
import { Refusal } from './refusal.ts';
import type { Admit } from './token-limits.ts';

/** Names of schemes in the `type` of a request, beside those of billing info. */
const NAMED: Readonly<Record<string, BankDebit>> = {
  ...Object.fromEntries(BANK_DEBIT_TYPES.map((scheme) => [scheme, scheme])),
  iban: 'sepa',
  iban_bank_account: 'sepa',
  bacs_bank_account: 'bacs',
  becs_bank_account: 'becs',
};

/**
 * Returns the scheme that a name means; without a name, that of the numbers. Throws `feature-not-enabled` for an
 * unknown one, and for one that the site does not offer.
 */
export const schemeNamed = (site: Pick<Site, 'bank_debits'>, name: string | undefined, form: Form = {}): BankDebit => {
  const byNumbers = form.iban ? 'sepa' : form.sort_code ? 'bacs' : form.bsb_code ? 'becs' : 'bank_account';
  const scheme = name ? (Object.hasOwn(NAMED, name) ? NAMED[name] : undefined) : byNumbers;
  if (scheme && site.bank_debits.includes(scheme)) return scheme;
  throw new Refusal('feature-not-enabled', site.bank_debits.join(', '));
};

/** Fields that are repeated, so that a mistyped number is found; an IBAN has check digits. */
const confirmationOf = (scheme: BankDebit, { account_number_confirmation }: Form): Issue[] =>
  scheme === 'sepa' || account_number_confirmation ? [] : [{ field: 'account_number_confirmation', symbol: 'blank' }];

const rawAccount = (scheme: BankDebit, form: Form): RawMethod => {
  const secret = (name: string): Secret => new Secret(form[name] ?? '');
  const numbers = {
    account_number: secret('account_number'),
    account_number_confirmation: form.account_number_confirmation ? secret('account_number_confirmation') : null,
  };
  switch (scheme) {
    case 'bank_account': {
      const { routing_number, account_type } = form;
      return { type: scheme, routing_number, account_type, ...numbers };
    }
    case 'sepa':
      return { type: scheme, iban: secret('iban') };
    case 'bacs':
      return { type: scheme, sort_code: secret('sort_code'), ...numbers };
    case 'becs':
      return { type: scheme, bsb_code: secret('bsb_code'), ...numbers };
  }
};

/** Reads what the page has shown: the text itself is kept, because the company's name may change. */
const readAuthorization = (
  { authorization }: Form,
  site: Site,
  scheme: BankDebit,
  clock: SystemClock,
  address: string,
): { readonly authorized: Holder; readonly issues: readonly Issue[] } => {
  if (!authorization) return { authorized: {}, issues: [] };
  const shown = namedAuthorization(scheme, site, authorization);
  if (!shown) return { authorized: {}, issues: [{ field: 'authorization', symbol: 'invalid' }] };
  const authorized = {
    bank_account_authorization: shown.text,
    bank_account_authorized_at: isoTime(siteTime(site, clock)),
    ...(address ? { ip_address: address } : {}),
  };
  return { authorized, issues: [] };
};

/**
 * Exchanges a bank account for a token. Responds with JSON. Throws `feature-not-enabled` for a scheme that the site
 * does not offer, `invalid-parameter` with all problems, `too-many-requests`, and `service_unavailable` when no more
 * tokens can be stored.
 */
export const bankTokenEndpoint =
  (vault: Pick<TokenVault, 'present' | 'keep'>, clock: SystemClock) =>
  async (site: Site, form: Form, admit: Admit, address: string): Promise<string> => {
    const scheme = schemeNamed(site, form.type, form);
    const judged = vault.present(site, rawAccount(scheme, form));
    const unconfirmed = confirmationOf(scheme, form);
    const { holder, issues: wrong } = readAccountHolder(form, site, scheme);
    const { authorized, issues: unauthorized } = readAuthorization(form, site, scheme, clock, address);
    const issues = [...wrong, ...unauthorized];
    if ('issues' in judged) throw new Refusal('invalid-parameter', '', [...judged.issues, ...unconfirmed, ...issues]);
    if (issues.length + unconfirmed.length > 0) {
      await judged.accepted.release();
      throw new Refusal('invalid-parameter', '', [...unconfirmed, ...issues]);
    }
    const id = await keepToken(
      vault,
      site,
      { accepted: judged.accepted, holder: { ...holder, ...authorized } },
      admit,
      address,
    );
    return JSON.stringify({ id, type: scheme });
  };

import type { Holder } from '@service/billing/domain/billing-info/payment-method.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import type { Issue } from '@service/billing/values/failure.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { isoTime, type SystemClock } from '@service/billing/values/time.ts';
import type { TokenVault } from '../../adapters/vault/vault.ts';
import { namedAuthorization } from '../../documents/messages/bank-authorization.ts';
import { sellerName } from '../../documents/messages/seller-name.ts';
import type { Form } from '../../http/bodies/form.ts';
import { readAccountHolder } from './holder.ts';
import { keepToken } from './keep-token.ts';
import { Refusal } from './refusal.ts';
import type { Admit } from './token-limits.ts';

/** Fields of payment schemes of other countries. */
const FOREIGN = ['iban', 'sort_code', 'bsb_code'];

const isForeign = (form: Form): boolean =>
  (form.type ?? 'bank_account') !== 'bank_account' || FOREIGN.some((name) => form[name] !== undefined);

/** Reads what the page has shown: the text itself is kept, because the company's name may change. */
const readAuthorization = (
  { authorization }: Form,
  site: Site,
  clock: SystemClock,
  address: string,
): { readonly authorized: Holder; readonly issues: readonly Issue[] } => {
  if (!authorization) return { authorized: {}, issues: [] };
  const shown = namedAuthorization(sellerName(site), authorization);
  if (!shown) return { authorized: {}, issues: [{ field: 'authorization', symbol: 'invalid' }] };
  const authorized = {
    bank_account_authorization: shown.text,
    bank_account_authorized_at: isoTime(siteTime(site, clock)),
    ...(address ? { ip_address: address } : {}),
  };
  return { authorized, issues: [] };
};

/**
 * Exchanges a US bank account for a token. Responds with JSON. Throws `feature-not-enabled` for other schemes,
 * `invalid-parameter` with all problems, `too-many-requests`, and `service_unavailable` when no more tokens can be
 * stored.
 */
export const bankTokenEndpoint =
  (vault: Pick<TokenVault, 'present' | 'keep'>, clock: SystemClock) =>
  async (site: Site, form: Form, admit: Admit, address: string): Promise<string> => {
    if (isForeign(form)) throw new Refusal('feature-not-enabled');
    const { account_number, account_number_confirmation, routing_number, account_type } = form;
    const judged = vault.present(site, {
      type: 'bank_account',
      routing_number,
      account_number: new Secret(account_number ?? ''),
      account_number_confirmation: account_number_confirmation ? new Secret(account_number_confirmation) : null,
      account_type,
    });
    const unconfirmed: Issue[] = account_number_confirmation
      ? []
      : [{ field: 'account_number_confirmation', symbol: 'blank' }];
    const { holder, issues: wrong } = readAccountHolder(form, site);
    const { authorized, issues: unauthorized } = readAuthorization(form, site, clock, address);
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
    return `{"id":"${id}","type":"bank_account"}`;
  };

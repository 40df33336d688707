import type { Site } from '@service/billing/resources/site.ts';
import { Secret } from '@service/billing/values/secret.ts';
import type { TokenVault } from '../../adapters/vault/vault.ts';
import type { Form } from '../../http/bodies/form.ts';
import { readCardholder } from './holder.ts';
import { keepToken } from './keep-token.ts';
import { Refusal } from './refusal.ts';
import type { Admit } from './token-limits.ts';

const secret = (value: string | undefined): Secret | undefined => (value === undefined ? undefined : new Secret(value));

/**
 * Exchanges a card for a token. Responds with JSON. Throws `invalid-parameter` with all problems, `too-many-requests`,
 * and `service_unavailable` when no more tokens can be stored.
 */
export const cardTokenEndpoint =
  (vault: Pick<TokenVault, 'present' | 'keep'>) =>
  async (site: Site, form: Form, admit: Admit, address: string): Promise<string> => {
    const judged = vault.present(site, {
      type: 'credit_card',
      number: secret(form.number),
      month: form.month,
      year: form.year,
      verification_value: secret(form.cvv),
    });
    const { holder, issues } = readCardholder(form, site);
    if ('issues' in judged) throw new Refusal('invalid-parameter', '', [...judged.issues, ...issues]);

    const { accepted } = judged;
    const { description } = accepted;
    if (issues.length > 0 || description.type !== 'credit_card') {
      await accepted.release();
      throw new Refusal('invalid-parameter', '', issues);
    }
    const id = await keepToken(vault, site, { accepted, holder }, admit, address);
    // Every value is digits or a word from a list: nothing here needs escaping.
    const { brand, first_six, last_four, month, year } = description;
    return `{"id":"${id}","type":"credit_card","card":{"brand":"${brand}","first_six":"${first_six}","last_four":"${last_four}","exp_month":${month},"exp_year":${year},"issuing_country":null,"funding_source":null}}`;
  };

import type { Site } from '@service/billing/resources/site.ts';
import { bankAuthorization } from '../../documents/messages/bank-authorization.ts';
import type { Form } from '../../http/bodies/form.ts';
import { schemeNamed } from './bank-token.ts';

/** A change of the company's name is shown within minutes. */
export const AUTHORIZATION_CACHE = 'private, max-age=60';

/** Longer lists of languages are cut. */
const LONGEST = 200;

/**
 * Returns what the holder of a bank account is to be shown, as JSON, in a language; English without one. `scheme`: that
 * of a US account without one. Throws `feature-not-enabled` for a scheme that the site does not offer.
 */
export const authorizationText = async (site: Site, { language = '', scheme }: Form): Promise<string> => {
  const debit = schemeNamed(site, scheme ?? 'bank_account');
  return JSON.stringify(bankAuthorization(debit, site, language.slice(0, LONGEST)));
};

import type { Site } from '@service/billing/resources/site.ts';
import { bankAuthorization } from '../../documents/messages/bank-authorization.ts';
import { sellerName } from '../../documents/messages/seller-name.ts';
import type { Form } from '../../http/bodies/form.ts';

/** A change of the company's name is shown within minutes. */
export const AUTHORIZATION_CACHE = 'private, max-age=60';

/** Longer lists of languages are cut. */
const LONGEST = 200;

/** Returns what the holder of a bank account is to be shown, as JSON, in a language; English without one. */
export const authorizationText = async (site: Site, { language = '' }: Form): Promise<string> =>
  JSON.stringify(bankAuthorization(sellerName(site), language.slice(0, LONGEST)));

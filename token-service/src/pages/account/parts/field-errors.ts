import { TEXTS } from '@service/sdk/texts/all.ts';
import { languageOf } from '@service/sdk/texts/language.ts';
import type { Reader } from '../visit.ts';

/** The names of errors, such as `expiry_month` and `routing_number_unknown`. */
const ERROR =
  /^(number|expiry|cvv|.*_(name|number|code|account|confirmation)|address1|city|state|country)_(empty|incomplete|invalid|checksum|brand|month|year|expired|mismatch|unknown|.*digits)$/;

/** Returns what the payment form says of card and bank fields, by field and reason, in the language of the page. */
export const fieldErrors = ({ locale }: Pick<Reader, 'locale'>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(TEXTS[languageOf([locale])]).filter(([name]) => ERROR.test(name)));

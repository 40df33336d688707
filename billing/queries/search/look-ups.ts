import { foldedCode } from '../../domain/coupons/coupon.ts';
import { readCardWords } from '../../domain/search/card-words.ts';
import { declineCodesNamed } from '../../domain/search/decline-words.ts';
import { foldedLetters, foldedPostalCode, foldings, plainForms } from '../../domain/search/fold.ts';
import { readNamedNumber } from '../../domain/search/named-number.ts';
import type { SearchText } from '../../domain/search/search-text.ts';
import type { SearchCondition, SearchConditions, SearchedKind } from '../../ports/search.ts';

/** One look-up of a search. */
export interface PlannedLookUp {
  readonly kind: SearchedKind;
  readonly condition: SearchCondition;
  /** The text is an identifier of each record that is found. */
  readonly exact: boolean;
  /** It finds records by personal data. */
  readonly personal: boolean;
  /** The customers that it finds may not be those that are meant, so it is done beside those that are done last. */
  readonly beside?: boolean;
  /** Done only if the others find no customer, and nothing that the text identifies. */
  readonly last?: boolean;
}

type Values = SearchCondition['values'];

const lookUp =
  ({ exact, personal }: Pick<PlannedLookUp, 'exact' | 'personal'>) =>
  <Kind extends SearchedKind>(kind: Kind, by: SearchConditions[Kind], ...values: Values): PlannedLookUp => ({
    kind,
    condition: { by, values },
    exact,
    personal,
  });
const exactly = lookUp({ exact: true, personal: false });
const partly = lookUp({ exact: false, personal: false });
const exactlyPersonal = lookUp({ exact: true, personal: true });
const partlyPersonal = lookUp({ exact: false, personal: true });

const UUID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const NUMBER = /^#?([a-z]*)([1-9]\d{0,11})$/i;
/** Longer numbers with more digits behind them would exceed what is stored. */
const MOST_PREFIX_DIGITS = 8;
/** Postal codes of all countries: digits, letters, blanks and dashes. */
const POSTAL_CODE = /^[a-z\d][a-z\d -]{1,10}[a-z\d]$/i;
/** Shorter texts are the beginning of too many postal codes. */
const LEAST_POSTAL_PREFIX = 5;
const METHOD_REFERENCE = /^(?:cus|pm|card|src|ba)_\w+$/;

/** Returns an id as records have it; undefined where the text is none. */
export const idTyped = (word: string): string | undefined =>
  UUID.test(word) ? word.replaceAll('-', '').toLowerCase() : undefined;

/** Returns the look-ups for the words of a text: by what the words may be, and by parts of customers' data. */
export const plannedLookUps = (text: SearchText): readonly PlannedLookUp[] => {
  const { phrase, words } = text;
  if (words.length === 0) return [];
  const isEmail = phrase.includes('@');
  const hasDigit = /\d/.test(phrase);
  return [
    ...(words.length === 1 ? [...ofIdentifier(phrase), ...ofNumber(phrase), ...ofUuid(phrase)] : []),
    ...ofCard(words),
    ...ofNamedNumber(words),
    ...ofDecline(words),
    exactlyPersonal('subscription', 'po_number', phrase),
    exactlyPersonal('invoice', 'po_number', phrase),
    ...ofVatNumber(phrase),
    exactlyPersonal('payment', 'recorded_reference', ...foldings(phrase)),
    ...(isEmail ? ofEmail(phrase) : []),
    // These read the index of a whole site, so what names a record does without them.
    { ...wordsLookUp(text), last: isEmail || hasDigit },
    ...(hasDigit && !isEmail
      ? [{ ...partlyPersonal('payment', 'recorded_part', ...words.map(foldings)), last: true }]
      : []),
    ...(isEmail ? [] : hasDigit ? ofPostalCode(phrase) : [partlyPersonal('customer', 'city', ...plainForms(phrase))]),
  ];
};

/** Returns the look-up of the customers that have all words. */
export const wordsLookUp = ({ words }: SearchText): PlannedLookUp =>
  partlyPersonal('customer', 'words', ...words.map(plainForms));

/** Returns the look-ups of what belongs to accounts. */
export const ownedLookUps = (accountIds: readonly string[]): readonly PlannedLookUp[] =>
  accountIds.length === 0
    ? []
    : (['subscription', 'invoice', 'payment'] as const).map((kind) => partlyPersonal(kind, 'accounts', ...accountIds));

const ofIdentifier = (word: string): readonly PlannedLookUp[] => [
  exactly('customer', 'code', word),
  partly('customer', 'code_prefix', word),
  exactly('payment', 'reference', word),
  exactly('payment', 'charge', word),
  exactly('payment', 'dispute', word),
  ...(METHOD_REFERENCE.test(word) ? [exactlyPersonal('customer', 'method_reference', word)] : []),
  exactly('coupon', 'code', foldedCode(word)),
  exactly('coupon', 'unique_code', foldedCode(word)),
  // Codes consist of capital letters and digits.
  exactly('gift_card', 'redemption_code', word.toUpperCase()),
];

const ofNumber = (word: string): readonly PlannedLookUp[] => {
  const [, letters = '', digits] = NUMBER.exec(word) ?? [];
  if (digits === undefined) return [];
  const prefix = letters === '' ? null : letters.toLowerCase();
  return [
    exactly('invoice', 'number', Number(digits), prefix),
    ...(digits.length > MOST_PREFIX_DIGITS ? [] : [partly('invoice', 'number_prefix', Number(digits), prefix)]),
  ];
};

const ofUuid = (word: string): readonly PlannedLookUp[] => {
  const uuid = idTyped(word);
  if (uuid === undefined) return [];
  return [
    exactly('customer', 'id', uuid),
    exactly('customer', 'payment_method', uuid),
    exactly('subscription', 'uuid', uuid),
    exactly('invoice', 'uuid', uuid),
    exactly('invoice', 'line', uuid),
    exactly('invoice', 'credit_payment', uuid),
    exactly('payment', 'uuid', uuid),
    exactly('payment', 'dispute', uuid),
    exactly('coupon', 'redemption', uuid),
    exactly('gift_card', 'key', uuid),
  ];
};

const ofCard = (words: readonly string[]): readonly PlannedLookUp[] => {
  const card = readCardWords(words);
  if (!card) return [];
  return [exactlyPersonal('customer', 'card', card.last_four, card.card_type, card.month, card.year)];
};

/** The last four digits of a card of a customer with these words, or the number of an invoice. */
const ofNamedNumber = (words: readonly string[]): readonly PlannedLookUp[] => {
  const read = readNamedNumber(words);
  if (!read) return [];
  const { digits, names } = read;
  const forms = names.map(plainForms);
  return [
    ...(digits.length === 4
      ? [{ ...partlyPersonal('customer', 'words_and_card', digits, ...forms), beside: true }]
      : []),
    partlyPersonal('invoice', 'number_and_words', Number(digits), ...forms),
  ];
};

const ofDecline = (words: readonly string[]): readonly PlannedLookUp[] => {
  const codes = declineCodesNamed(words);
  return codes.length === 0 ? [] : [partly('payment', 'decline', ...codes)];
};

/** As typed, and without the separators that people write, in capitals. */
const ofVatNumber = (phrase: string): readonly PlannedLookUp[] => {
  if (!/\d{2}/.test(phrase)) return [];
  const forms = [phrase, phrase.replaceAll(/[\s.-]/g, '').toUpperCase()];
  return [
    exactlyPersonal('customer', 'vat_number', ...forms),
    exactlyPersonal('customer', 'method_vat_number', ...forms),
    exactlyPersonal('invoice', 'vat_number', ...forms),
  ];
};

const ofEmail = (phrase: string): readonly PlannedLookUp[] => [
  exactlyPersonal('customer', 'email', ...foldings(phrase)),
  partlyPersonal('customer', 'email_prefix', foldedLetters(phrase)),
];

/** A whole code, or the beginning of a longer one, such as the first five digits of a ZIP+4 code. */
const ofPostalCode = (phrase: string): readonly PlannedLookUp[] => {
  if (!POSTAL_CODE.test(phrase)) return [];
  const folded = foldedPostalCode(phrase);
  const by = folded.length < LEAST_POSTAL_PREFIX ? 'postal_code' : 'postal_code_prefix';
  return [{ ...partlyPersonal('customer', by, folded), beside: true }];
};

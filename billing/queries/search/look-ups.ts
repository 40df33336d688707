import { foldedCode } from '../../domain/coupons/coupon.ts';
import { readCardWords } from '../../domain/search/card-words.ts';
import { foldedLetters, foldings } from '../../domain/search/fold.ts';
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
const METHOD_REFERENCE = /^(?:cus|pm|card|src|ba)_\w+$/;

/** Returns the look-ups for the words of a text: by what the words may be, and by parts of customers' data. */
export const plannedLookUps = (text: SearchText): readonly PlannedLookUp[] => {
  const { phrase, words } = text;
  if (words.length === 0) return [];
  const isEmail = phrase.includes('@');
  return [
    ...(words.length === 1 ? [...ofIdentifier(phrase), ...ofNumber(phrase), ...ofUuid(phrase)] : []),
    ...ofCard(words),
    exactlyPersonal('subscription', 'po_number', phrase),
    exactlyPersonal('invoice', 'po_number', phrase),
    ...ofVatNumber(phrase),
    ...(isEmail ? ofEmail(phrase) : []),
    // Reads the index of a whole site, so what names a record does without it.
    { ...wordsLookUp(text), last: isEmail || /\d/.test(phrase) },
  ];
};

/** Returns the look-up of the customers that have all words. */
export const wordsLookUp = ({ words }: SearchText): PlannedLookUp =>
  partlyPersonal('customer', 'words', ...words.map(foldings));

/** Returns the look-ups of what belongs to accounts. */
export const ownedLookUps = (accountIds: readonly string[]): readonly PlannedLookUp[] =>
  accountIds.length === 0
    ? []
    : (['subscription', 'invoice', 'payment'] as const).map((kind) => partlyPersonal(kind, 'accounts', ...accountIds));

const ofIdentifier = (word: string): readonly PlannedLookUp[] => [
  exactly('customer', 'code', word),
  partly('customer', 'code_prefix', word),
  exactly('payment', 'reference', word),
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
  if (!UUID.test(word)) return [];
  const uuid = word.replaceAll('-', '').toLowerCase();
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

import { type ReadTerms, readTerms } from './terms.fixture.ts';

/** Amounts as whole cents; an absent one is 0. The rules compare decimals, which are never compared as floats here. */
const cents = (text: string | undefined): number => Math.round(Number(text ?? 0) * 100);
const sum = (texts: readonly (string | undefined)[]): number => texts.reduce((all, text) => all + cents(text), 0);
const has = (text: string | undefined): boolean => (text ?? '').trim() !== '';
const isCountry = (text: string | undefined): boolean => /^[A-Z]{2}$/.test(text ?? '');
const dayNumber = (text: string | undefined): number => Number(text?.replaceAll('-', ''));
const isDay = (text: string | undefined): boolean => /^(\d{4}-\d{2}-\d{2}|\d{8})$/.test(text ?? '');

/** The amount of decimals of amounts: at most two (BR-DEC). */
const hasTwoDecimals = (text: string | undefined): boolean => text === undefined || /^-?\d+(\.\d{1,2})?$/.test(text);

/** Rounds half away from zero. */
const roundedCents = (value: number): number => Math.sign(value) * Math.round(Math.abs(value) - 1e-9 + 1e-6);

type Rule = (terms: ReadTerms) => boolean;

/** The lines and the breakdown of one category. */
const ofCategory = (category: string, { lines, vat }: ReadTerms) => ({
  lines: lines.filter((line) => line['BT-151'] === category),
  vat: vat.filter((one) => one['BT-118'] === category),
});

/** BR-x-01 to -10 of a category without VAT. Numbers are those of the category's own list. */
const untaxedRules = (
  letters: string,
  category: string,
  { exempt, buyer = false }: { readonly exempt: boolean; readonly buyer?: boolean },
): Record<string, Rule> => ({
  [`BR-${letters}-01`]: (terms) => {
    const { lines, vat } = ofCategory(category, terms);
    return vat.length === (lines.length > 0 ? 1 : 0);
  },
  [`BR-${letters}-02`]: (terms) =>
    ofCategory(category, terms).lines.length === 0 ||
    (has(terms.header['BT-31']) && (!buyer || has(terms.header['BT-48']))),
  [`BR-${letters}-05`]: (terms) => ofCategory(category, terms).lines.every((line) => Number(line['BT-152']) === 0),
  [`BR-${letters}-08`]: (terms) => {
    const { lines, vat } = ofCategory(category, terms);
    return vat.every((one) => cents(one['BT-116']) === sum(lines.map((line) => line['BT-131'])));
  },
  [`BR-${letters}-09`]: (terms) => ofCategory(category, terms).vat.every((one) => cents(one['BT-117']) === 0),
  [`BR-${letters}-10`]: (terms) =>
    ofCategory(category, terms).vat.every((one) => (has(one['BT-120']) || has(one['BT-121'])) === exempt),
});

/**
 * The business rules of EN 16931-1 that can apply to a document of this service, by their ids; written from the text of
 * the rules, and applied to what XPath reads from the XML.
 */
export const EN_16931_RULES: Readonly<Record<string, Rule>> = {
  'BR-01': ({ header }) => has(header['BT-24']),
  'BR-02': ({ header }) => has(header['BT-1']),
  'BR-03': ({ header }) => isDay(header['BT-2']),
  'BR-04': ({ header }) => ['380', '381'].includes(header['BT-3'] ?? ''),
  'BR-05': ({ header }) => /^[A-Z]{3}$/.test(header['BT-5'] ?? ''),
  'BR-06': ({ header }) => has(header['BT-27']),
  'BR-07': ({ header }) => has(header['BT-44']),
  'BR-09': ({ header }) => isCountry(header['BT-40']),
  'BR-11': ({ header }) => isCountry(header['BT-55']),
  'BR-12': ({ header }) => has(header['BT-106']),
  'BR-13': ({ header }) => has(header['BT-109']),
  'BR-14': ({ header }) => has(header['BT-112']),
  'BR-15': ({ header }) => has(header['BT-115']),
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-21': ({ lines }) => lines.every((line) => has(line['BT-126'])),
  'BR-22': ({ lines }) => lines.every((line) => has(line['BT-129'])),
  'BR-23': ({ lines }) => lines.every((line) => has(line['BT-130'])),
  'BR-24': ({ lines }) => lines.every((line) => has(line['BT-131'])),
  'BR-25': ({ lines }) => lines.every((line) => has(line['BT-153'])),
  'BR-26': ({ lines }) => lines.every((line) => has(line['BT-146'])),
  'BR-27': ({ lines }) => lines.every((line) => Number(line['BT-146']) >= 0),
  'BR-29': ({ header }) => !has(header['BT-73']) || dayNumber(header['BT-74']) >= dayNumber(header['BT-73']),
  'BR-30': ({ lines }) =>
    lines.every((line) => !has(line['BT-134']) || dayNumber(line['BT-135']) >= dayNumber(line['BT-134'])),
  'BR-42': ({ lines }) => lines.every((line) => !(has(line['BT-136']) || has(line['BT-141'])) || has(line['BT-139'])),
  'BR-45': ({ vat }) => vat.every((one) => has(one['BT-116'])),
  'BR-46': ({ vat }) => vat.every((one) => has(one['BT-117'])),
  'BR-47': ({ vat }) => vat.every((one) => has(one['BT-118'])),
  'BR-48': ({ vat }) => vat.every((one) => has(one['BT-119'])),
  'BR-49': ({ header }) => has(header['BT-81']),
  'BR-51': ({ header }) => !has(header['BT-87']) || /^\d{4,6}$/.test(header['BT-87'] ?? ''),
  'BR-55': ({ header }) => !has(header['BT-26']) || has(header['BT-25']),
  'BR-57': ({ header }) => header['BG-15'] === undefined || isCountry(header['BT-80']),
  'BR-61': ({ header }) => !['30', '58'].includes(header['BT-81'] ?? '') || has(header['BT-84']),
  'BR-62': ({ header }) => header['BT-34'] === undefined || has(header['BT-34']),
  'BR-CO-04': ({ lines }) => lines.every((line) => has(line['BT-151'])),
  'BR-CO-09': ({ header }) =>
    [header['BT-31'], header['BT-48']].every((number) => !has(number) || /^[A-Z]{2}[A-Z0-9]/.test(number ?? '')),
  'BR-CO-10': ({ header, lines }) => cents(header['BT-106']) === sum(lines.map((line) => line['BT-131'])),
  'BR-CO-13': ({ header }) => cents(header['BT-109']) === cents(header['BT-106']),
  'BR-CO-14': ({ header, vat }) => cents(header['BT-110']) === sum(vat.map((one) => one['BT-117'])),
  'BR-CO-15': ({ header }) => cents(header['BT-112']) === cents(header['BT-109']) + cents(header['BT-110']),
  'BR-CO-16': ({ header }) => cents(header['BT-115']) === cents(header['BT-112']) - cents(header['BT-113']),
  /** The published check lets the tax differ by less than one unit of the currency. */
  'BR-CO-17': ({ vat }) =>
    vat.every((one) => {
      const computed = roundedCents((cents(one['BT-116']) * Number(one['BT-119'])) / 100);
      return Math.abs(cents(one['BT-117']) - computed) < 100;
    }),
  'BR-CO-18': ({ vat }) => vat.length > 0,
  'BR-CO-25': ({ header }) => cents(header['BT-115']) <= 0 || has(header['BT-9']) || has(header['BT-20']),
  'BR-CO-26': ({ header }) => has(header['BT-30']) || has(header['BT-31']),
  'BR-DEC': ({ header, vat, lines }) =>
    [
      ...(['BT-106', 'BT-109', 'BT-110', 'BT-112', 'BT-113', 'BT-115'] as const).map((term) => header[term]),
      ...vat.flatMap((one) => [one['BT-116'], one['BT-117']]),
      ...lines.flatMap((line) => [line['BT-131'], line['BT-136'], line['BT-141']]),
    ].every(hasTwoDecimals),
  'BR-S-01': (terms) => {
    const { lines, vat } = ofCategory('S', terms);
    return lines.length > 0 === vat.length > 0;
  },
  'BR-S-02': (terms) => ofCategory('S', terms).lines.length === 0 || has(terms.header['BT-31']),
  'BR-S-05': (terms) => ofCategory('S', terms).lines.every((line) => Number(line['BT-152']) > 0),
  'BR-S-08': (terms) => {
    const { lines, vat } = ofCategory('S', terms);
    const rates = vat.map((one) => Number(one['BT-119']));
    return (
      new Set(rates).size === rates.length &&
      vat.every(
        (one, index) =>
          cents(one['BT-116']) ===
          sum(lines.filter((line) => Number(line['BT-152']) === rates[index]).map((line) => line['BT-131'])),
      )
    );
  },
  'BR-S-09': (terms) =>
    ofCategory('S', terms).vat.every((one) => {
      const computed = roundedCents((cents(one['BT-116']) * Number(one['BT-119'])) / 100);
      return Math.abs(cents(one['BT-117']) - computed) < 100;
    }),
  'BR-S-10': (terms) => ofCategory('S', terms).vat.every((one) => !has(one['BT-120']) && !has(one['BT-121'])),
  ...untaxedRules('Z', 'Z', { exempt: false }),
  ...untaxedRules('E', 'E', { exempt: true }),
  ...untaxedRules('AE', 'AE', { exempt: true, buyer: true }),
  ...untaxedRules('IC', 'K', { exempt: true, buyer: true }),
  'BR-IC-11': (terms) =>
    ofCategory('K', terms).vat.length === 0 || has(terms.header['BT-72']) || has(terms.header['BT-73']),
  'BR-IC-12': (terms) => ofCategory('K', terms).vat.length === 0 || has(terms.header['BT-80']),
  /** No rule of the core, but of the specifications on it: the net amount follows from quantity, price and discount. */
  'PEPPOL-EN16931-R120': ({ lines }) =>
    lines.every((line) => {
      const price = cents(line['BT-146']) / Number(line['BT-149'] ?? 1);
      const net = roundedCents(Number(line['BT-129']) * price) + cents(line['BT-141']) - cents(line['BT-136']);
      return cents(line['BT-131']) === net;
    }),
};

/** The rules that XRechnung 3.0 adds, as far as they can apply here. */
export const XRECHNUNG_RULES: Readonly<Record<string, Rule>> = {
  'BR-DE-1': ({ header }) => has(header['BT-81']),
  'BR-DE-3': ({ header }) => has(header['BT-37']),
  'BR-DE-4': ({ header }) => has(header['BT-38']),
  'BR-DE-5': ({ header }) => has(header['BT-41']),
  'BR-DE-6': ({ header }) => has(header['BT-42']),
  'BR-DE-7': ({ header }) => has(header['BT-43']),
  'BR-DE-8': ({ header }) => has(header['BT-52']),
  'BR-DE-9': ({ header }) => has(header['BT-53']),
  'BR-DE-10': ({ header }) => header['BG-15'] === undefined || has(header['BT-77']),
  'BR-DE-11': ({ header }) => header['BG-15'] === undefined || has(header['BT-78']),
  'BR-DE-14': ({ vat }) => vat.every((one) => has(one['BT-119'])),
  'BR-DE-15': ({ header }) => has(header['BT-10']),
  'BR-DE-16': ({ header }) => has(header['BT-31']),
  'BR-DE-17': ({ header }) => ['380', '381'].includes(header['BT-3'] ?? ''),
  'BR-DE-18': ({ header }) => !/^\s*#/m.test(header['BT-20'] ?? ''),
  'BR-DE-19': ({ header }) => header['BT-81'] !== '58' || /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(header['BT-84'] ?? ''),
  'BR-DE-21': ({ header }) =>
    header['BT-24'] === 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  'BR-DE-23': ({ header }) =>
    !['30', '58'].includes(header['BT-81'] ?? '') || (has(header['BT-84']) && !has(header['BT-87'])),
  'BR-DE-24': ({ header }) =>
    !['48', '54', '55'].includes(header['BT-81'] ?? '') || (has(header['BT-87']) && !has(header['BT-84'])),
  /** A SEPA debit needs the debited IBAN (BT-91), which no document here has. */
  'BR-DE-25': ({ header }) => header['BT-81'] !== '59',
  'BR-DE-27': ({ header }) => (header['BT-42']?.match(/\d/g)?.length ?? 0) >= 3,
  'BR-DE-28': ({ header }) => /^[^@\s.][^@\s]*[^@\s.]@[^@\s.][^@\s]*[^@\s.]$/.test(header['BT-43'] ?? ''),
  'PEPPOL-EN16931-R001': ({ header }) => has(header['BT-23']),
  'PEPPOL-EN16931-R010': ({ header }) => has(header['BT-49']),
  'PEPPOL-EN16931-R020': ({ header }) => has(header['BT-34']),
};

/** Returns the ids of the published rules that a document breaks: those of XRechnung too, where it claims to be one. */
export const brokenRules = (xml: string): string[] => {
  const terms = readTerms(xml);
  const rules = terms.header['BT-24']?.includes('xrechnung')
    ? { ...EN_16931_RULES, ...XRECHNUNG_RULES }
    : EN_16931_RULES;
  return Object.entries(rules).flatMap(([id, holds]) => (holds(terms) ? [] : [id]));
};

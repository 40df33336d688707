import type { Texts } from './texts.ts';

/** ISO 3166-1 alpha-2. */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  address1: 'address-line1',
  address2: 'address-line2',
  company: 'organization',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
  country: 'country',
  phone: 'tel',
};

const NUMERIC = /number/;

const select = (choices: readonly (readonly [value: string, text: string])[]): HTMLSelectElement => {
  const element = document.createElement('select');
  element.append(...choices.map(([value, text]) => new Option(text, value)));
  return element;
};

const countries = (language: string): HTMLSelectElement => {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const named = COUNTRIES.map((code) => [code, names.of(code) ?? code] as const);
  return select([['', ''], ...named.sort(([, a], [, b]) => a.localeCompare(b, language))]);
};

/** Creates the control of a value that the page itself may hold. */
export const createControl = (name: string, texts: Texts, language: string): HTMLInputElement | HTMLSelectElement => {
  const control =
    name === 'country'
      ? countries(language)
      : name === 'account_type'
        ? select([
            ['checking', texts.checking ?? ''],
            ['savings', texts.savings ?? ''],
          ])
        : document.createElement('input');
  control.dataset.service = name;
  control.setAttribute('autocomplete', AUTOCOMPLETE[name] ?? 'off');
  if (NUMERIC.test(name) && name !== 'vat_number') control.setAttribute('inputmode', 'numeric');
  return control;
};

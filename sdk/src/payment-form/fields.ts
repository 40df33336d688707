import type { Texts } from '../texts/texts.ts';

/** ISO 3166-1 alpha-2, by their first letter: `ADE` for AD and AE. */
const COUNTRIES: readonly string[] =
  /* @__PURE__ */
  'ADEFGILMORSTUWXZ BABDEFGHIJLMNOQRSTWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRTUWY HKNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDGHJLMNORTVWZ UAGSYZ VACEGINU WFS YET ZAMW'
    .split(' ')
    .flatMap(([first = '', ...rest]) => rest.map((second) => first + second));

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

const NUMERIC = /number|sort_code|bsb_code/;
/** Groups of digits and letters, which a right-to-left page would show in the wrong order. */
const LEFT_TO_RIGHT = /^(iban|sort_code|bsb_code)$/;

const select = (choices: readonly (readonly [value: string, text: string])[]): HTMLSelectElement => {
  const element = document.createElement('select');
  element.append(...choices.map(([value, text]) => new Option(text, value)));
  return element;
};

const countries = (language: string): HTMLSelectElement => {
  // Without a region, the names in Portuguese are those of Brazil.
  const names = new Intl.DisplayNames([language === 'pt' ? 'pt-PT' : language], { type: 'region' });
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
            ['checking', texts.checking],
            ['savings', texts.savings],
          ])
        : document.createElement('input');
  control.dataset.service = name;
  control.setAttribute('autocomplete', AUTOCOMPLETE[name] ?? 'off');
  if (NUMERIC.test(name) && name !== 'vat_number') control.setAttribute('inputmode', 'numeric');
  if (LEFT_TO_RIGHT.test(name)) control.dir = 'ltr';
  return control;
};

import { describe, expect, test } from 'vitest';
import { apiBeside, fieldSettings, mergeOptions } from './options.ts';

const API = 'https://pay.example/js/v1';
const merge = (...calls: unknown[]) =>
  calls.reduce<ReturnType<typeof mergeOptions> | undefined>(
    (before, call) => mergeOptions(call, before, API),
    undefined,
  )!;

const codeOf = (act: () => unknown) => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('a public key alone gets the defaults', () => {
  expect(merge('key')).toMatchObject({
    publicKey: 'key',
    api: API,
    timeout: 60_000,
    currency: 'USD',
    required: ['number', 'month', 'year', 'first_name', 'last_name'],
  });
});

describe('refuses', () => {
  test.each<[string, unknown, string]>([
    ['nothing at all', undefined, 'invalid-options'],
    ['no key', {}, 'missing-public-key'],
    ['an empty key', '', 'missing-public-key'],
    ['a key that is no text', { publicKey: 7 }, 'missing-public-key'],
    ['a relative api', { publicKey: 'key', api: '/js/v1' }, 'invalid-option'],
    ['an api of another kind', { publicKey: 'key', api: 'javascript:alert(1)' }, 'invalid-option'],
    ['a timeout of none', { publicKey: 'key', timeout: 0 }, 'invalid-option'],
    ['a timeout in words', { publicKey: 'key', timeout: '1s' }, 'invalid-option'],
    ['one required name', { publicKey: 'key', required: 'cvv' }, 'invalid-option'],
  ])('%s', (_, options, code) => {
    expect(codeOf(() => merge(options))).toBe(code);
  });

  test('the message names the expected value', () => {
    expect(() => merge({ publicKey: undefined })).toThrow(
      "The `publicKey` option must be a non-empty string, got 'undefined'.",
    );
    expect(() => mergeOptions('key', undefined, undefined)).toThrow(
      "The `api` option must be an absolute http(s) address, got 'undefined'.",
    );
  });
});

describe('configured again', () => {
  test.each<[string, unknown]>([
    ['without a key', { required: ['cvv'] }],
    ['with the same key', 'key'],
    ['with the same api, written otherwise', { publicKey: 'key', api: 'https://pay.example:443/js/v1/' }],
  ])('%s: accepted', (_, options) => {
    expect(merge('key', options)).toMatchObject({ publicKey: 'key', api: API });
  });

  test.each<[string, unknown]>([
    ['with another key', 'other'],
    ['with another api', { api: 'https://other.example/js/v1' }],
  ])('%s: refused', (_, options) => {
    expect(codeOf(() => merge('key', options))).toBe('already-configured');
  });

  test('required names are added, never removed', () => {
    expect(merge('key', { required: ['cvv'] }, { required: ['postal_code', 'cvv'] }).required.slice(5)).toEqual([
      'cvv',
      'postal_code',
    ]);
  });

  test('styles stay until they are overwritten', () => {
    const before = {
      publicKey: 'key',
      fields: { number: { style: { fontSize: '16px', placeholder: { color: 'red' } } } },
    };
    const after = { fields: { number: { style: { fontSize: '20px', placeholder: { content: '#' } } } } };
    expect(fieldSettings(merge(before, after), 'number').options.style).toEqual({
      fontSize: '20px',
      placeholder: { color: 'red', content: '#' },
    });
  });

  test("the merchant's object is neither changed nor kept", () => {
    const options = { publicKey: 'key', required: ['cvv'], fields: { cvv: { style: { invalid: { color: 'red' } } } } };
    const copy = structuredClone(options);
    const config = merge(options, { fields: { cvv: { style: { invalid: { color: 'blue' } } } } });
    expect(options).toEqual(copy);

    options.fields.cvv.style.invalid.color = 'green';
    options.required.push('phone');
    expect(fieldSettings(config, 'cvv').options.style).toEqual({ invalid: { color: 'blue' } });
    expect(config.required).not.toContain('phone');
  });
});

describe('the settings of a field', () => {
  test('are its own over those of `all`', () => {
    const config = merge({
      publicKey: 'key',
      fields: {
        all: { style: { fontSize: '16px', invalid: { color: 'red' } }, format: false, tabIndex: 3 },
        number: { style: { fontSize: '20px' }, format: true },
        month: { tabIndex: 'x', selector: '#mm' },
        cvv: '#code',
      },
      required: ['cvv'],
    });
    expect(fieldSettings(config, 'number')).toEqual({
      selector: undefined,
      tabIndex: 3,
      title: 'Card number',
      options: {
        format: true,
        label: 'Card number',
        required: true,
        preventAutofill: false,
        brands: [],
        lang: '',
        monthNames: false,
        style: { fontSize: '20px', invalid: { color: 'red' } },
      },
    });
    expect(fieldSettings(config, 'month')).toMatchObject({ selector: '#mm', tabIndex: 0, options: { format: false } });
    expect(fieldSettings(config, 'cvv')).toMatchObject({ selector: '#code', options: { required: true } });
  });

  test('accept the deprecated place for styles, below the new one', () => {
    const config = merge({
      publicKey: 'key',
      style: { all: { fontSize: '16px' }, number: { fontSize: '18px', fontColor: 'red' } },
      fields: { number: { style: { fontColor: 'blue' } } },
    });
    expect(fieldSettings(config, 'number').options.style).toEqual({ fontSize: '18px', fontColor: 'blue' });
    expect(fieldSettings(config, 'year').options.style).toEqual({ fontSize: '16px' });
  });

  test("can be in the customer's language", () => {
    const texts = { title: 'Monat', label: 'Monat (zweistellig)', error: 'Diesen Monat gibt es nicht.' };
    const config = merge({ publicKey: 'key', locale: 'de', fields: { month: texts, year: { title: 'Jahr' } } });
    expect(fieldSettings(config, 'month')).toMatchObject({
      title: 'Monat',
      options: { label: texts.label, error: texts.error, lang: 'de' },
    });
    expect(fieldSettings(config, 'year').options.label).toBe('Jahr');
  });

  test('drop invalid values', () => {
    const config = merge({
      publicKey: 'key',
      fields: { all: { inputType: 'password', disabled: 'yes', title: 7 }, year: { inputType: 'select' } },
    });
    expect(fieldSettings(config, 'month').options).not.toHaveProperty('inputType');
    expect(fieldSettings(config, 'month').options).not.toHaveProperty('disabled');
    expect(fieldSettings(config, 'month').title).toBe('Expiry month');
    expect(fieldSettings(config, 'year').options.inputType).toBe('select');
  });

  test('change one at a time, and back', () => {
    const first = { publicKey: 'key', preventAutofill: true, fields: { cvv: { disabled: true, label: 'Code' } } };
    const settings = fieldSettings(
      merge(first, { preventAutofill: false, fields: { cvv: { disabled: false } } }),
      'cvv',
    );
    expect(settings.options).toMatchObject({ preventAutofill: false, disabled: false, label: 'Code' });
  });

  test('take the title from the style', () => {
    const config = merge({ publicKey: 'key', fields: { number: { style: { title: 'Kartennummer' } } } });
    expect(fieldSettings(config, 'number').title).toBe('Kartennummer');
  });

  test('omit what cannot be sent to a frame, and keys that would change a prototype', () => {
    const style = JSON.parse('{"__proto__": {"polluted": 1}, "fontSize": "16px"}');
    const config = merge({
      publicKey: 'key',
      fields: { all: { style: { ...style, onclick: () => {}, color: null } } },
    });
    expect(fieldSettings(config, 'number').options.style).toEqual({ fontSize: '16px' });
    expect({}).not.toHaveProperty('polluted');
  });
});

test.each([
  ['https://pay.example/v1/service.js', 'https://pay.example/js/v1'],
  ['http://localhost:3001/v1/service.js', 'http://localhost:3001/js/v1'],
  ['file:///shop/node_modules/service.mjs', undefined],
])('the default API of a script at %s is %s', (script, api) => {
  expect(apiBeside(script)).toBe(api);
});

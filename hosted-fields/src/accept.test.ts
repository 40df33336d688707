import { describe, expect, test } from 'vitest';
import { acceptMessage, acceptWelcome } from './accept.ts';

const token = { kind: 'token', id: 'a', key: 'key', version: '1.0.0', timeout: 1000, inputs: {}, required: [] };

describe('a message of the page', () => {
  test.each([
    ['unknown', { kind: 'value' }],
    ['no object', null],
    ['text', 'destroy'],
    ['a token without an id', { ...token, id: '' }],
    ['a token without a key', { ...token, key: undefined }],
    ['a token without a time limit', { ...token, timeout: 'soon' }],
    ['a test card without a name', { kind: 'test-card', key: 'key' }],
    ['a test card without a key', { kind: 'test-card', name: 'declined' }],
    ['a token with a key too long', { ...token, key: 'k'.repeat(201) }],
  ])('is ignored: %s', (_, data) => {
    expect(acceptMessage(data)).toBeUndefined();
  });

  test('is copied member by member, without unknown members', () => {
    const data = {
      ...token,
      api: 'https://evil.example',
      inputs: { first_name: 'Ada', last_name: 7, company: '', cvv: '123' },
      required: ['cvv', 1],
    };
    expect(acceptMessage(data)).toEqual({ ...token, inputs: { first_name: 'Ada', company: '' }, required: ['cvv'] });
  });

  test('asks for a test card by name, and never carries one', () => {
    const data = { kind: 'test-card', name: 'declined', key: 'key', number: '4111111111111111' };
    expect(acceptMessage(data)).toEqual({ kind: 'test-card', name: 'declined', key: 'key' });
  });

  test('can be focus, blur, clear or destroy', () => {
    for (const kind of ['focus', 'blur', 'clear', 'judge']) expect(acceptMessage({ kind })).toEqual({ kind });
    expect(acceptMessage({ kind: 'destroy', now: true })).toEqual({ kind: 'destroy' });
  });
});

describe('a welcome', () => {
  test('has valid options, whatever was sent', () => {
    expect(acceptWelcome({ kind: 'welcome', group: 'form', options: { label: 7, style: 'red' } }, 'form')).toEqual({
      format: true,
      advance: false,
      required: false,
      inputType: 'text',
      label: '',
      error: {},
      message: '',
      disabled: false,
      brands: [],
      preventAutofill: false,
      lang: '',
      monthNames: false,
      rtl: false,
      style: {},
    });
  });

  test('has one text for errors, or one for each reason', () => {
    const errorOf = (error: unknown) =>
      acceptWelcome({ kind: 'welcome', group: 'form', options: { error } }, 'form')?.error;
    expect(errorOf('Check the number.')).toBe('Check the number.');
    expect(errorOf({ brand: 'Another card, please.', checksum: 7 })).toEqual({
      brand: 'Another card, please.',
      checksum: '',
    });
  });

  test('has a style of two levels, with short texts and numbers', () => {
    const style = {
      fontSize: '16px',
      fontWeight: 700,
      color: 'x'.repeat(201),
      placeholder: { content: 'Number', deeper: { fontSize: '1px' } },
      onload: true,
    };
    const options = acceptWelcome({ kind: 'welcome', group: 'form', options: { style } }, 'form');
    expect(options?.style).toMatchObject({
      fontSize: '16px',
      fontWeight: 700,
      placeholder: { content: 'Number' },
    });
    expect(options?.style).not.toHaveProperty('color');
    expect(options?.style.placeholder).not.toHaveProperty('deeper');
  });
});

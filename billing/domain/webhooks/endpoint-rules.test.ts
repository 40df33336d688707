import { describe, expect, test } from 'vitest';
import { subscribes } from './endpoint.ts';
import { authenticationIssues, endpointIssues } from './endpoint-rules.ts';
import { ALL_TYPES, isLegacy, type NotificationType, typeNamed } from './types.ts';

const faults = (mode: 'sandbox' | 'production', url: string, types: readonly NotificationType[] | null = null) =>
  endpointIssues({ mode }, { url, types }).map(({ field, symbol }) => `${field} ${symbol}`);

describe('the address of an endpoint', () => {
  test.each(['https://shop.example/hook', 'http://shop.example/hook?shop=1', 'https://shop.example:443/'])(
    '%s is accepted in production',
    (url) => expect(faults('production', url)).toEqual([]),
  );

  test('may have any port in a sandbox only', () => {
    expect(faults('sandbox', 'http://localhost:5000/hook')).toEqual([]);
    expect(faults('production', 'https://shop.example:8443/hook')).toEqual(['webhook.port inclusion']);
  });

  test('has another port in production where the operator opens it', () => {
    const terms = { url: 'https://shop.internal:8443/hook', types: null };
    const opens = ({ host }: URL) => host === 'shop.internal:8443';
    expect(endpointIssues({ mode: 'production' }, terms, opens)).toEqual([]);
    const other = { ...terms, url: 'https://shop.internal:8444/hook' };
    expect(endpointIssues({ mode: 'production' }, other, opens)).toHaveLength(1);
  });

  test.each(['', 'shop.example', 'ftp://shop.example/', 'https://joe:secret@shop.example/', 'https://shop.example/#x'])(
    '%j is refused',
    (url) => expect(faults('sandbox', url)).toEqual(['webhook.url invalid']),
  );
});

test('types are named once each, with or without the ending of the root element', () => {
  expect(faults('sandbox', 'https://shop.example/', [])).toEqual(['webhook.types empty']);
  expect(faults('sandbox', 'https://shop.example/', ['new_account', 'new_account'])).toEqual(['webhook.types taken']);
  expect(typeNamed('new_account_notification')).toBe('new_account');
  expect(typeNamed('toString')).toBeUndefined();
  expect(ALL_TYPES).toHaveLength(new Set(ALL_TYPES).size);
});

test('an endpoint without types gets every type but those ahead of a renewal, and legacy ones only when asked for', () => {
  const terms = { url: '', types: null, legacy_invoices: false };
  const sent = (with_: object) => ALL_TYPES.filter((type) => subscribes({ ...terms, ...with_ }, type, isLegacy(type)));
  const usual = ALL_TYPES.filter((type) => type !== 'prerenewal');
  expect(sent({})).toEqual(usual.filter((type) => !isLegacy(type)));
  expect(sent({ legacy_invoices: true })).toEqual(usual);
  expect(sent({ types: ['prerenewal'] })).toEqual(['prerenewal']);
  expect(sent({ types: ['new_account'], legacy_invoices: true })).toEqual(['new_account']);
});

describe('the authentication of deliveries', () => {
  const faults = (basicAuth: string | null, headers: Record<string, string> = {}) =>
    authenticationIssues(basicAuth, headers).map(({ field, symbol }) => `${field} ${symbol}`);

  test('is a user and a password, and headers', () => {
    expect(faults('joe:secret', { 'X-Token': 'abc' })).toEqual([]);
    expect(faults(null, { Authorization: 'Bearer abc' })).toEqual([]);
    expect(faults('joe')).toEqual(['webhook.basic_auth invalid']);
    expect(faults('joe:secret', { authorization: 'Bearer abc' })).toEqual(['webhook.header_name invalid']);
  });

  test.each(['Host', 'content-length', 'Transfer-Encoding', 'webhook-signature', 'X-Notification-Id', 'Name space'])(
    'is not the header %s',
    (name) => expect(faults(null, { [name]: 'x' })).toEqual(['webhook.header_name invalid']),
  );

  test('has no line breaks, which would start another header', () => {
    expect(faults(null, { 'X-Token': 'a\r\nX-Other: b' })).toEqual(['webhook.header_value invalid']);
    expect(faults('joe:a\nb')).toEqual(['webhook.basic_auth invalid']);
  });
});

import { expect, test } from 'vitest';
import { readSource } from './repository.ts';

const codesIn = (path: string, pattern: RegExp): string[] =>
  pattern.exec(readSource(path).text)?.[1]?.match(/\b[A-Z]{3}\b/g) ?? [];

test('every currency of the service is one of the browser library, which adds those that browsers lack', () => {
  const service = codesIn('billing/resources/currencies.ts', /const CODES =(.*?);\n/s);
  const added = codesIn('sdk/src/allowed.ts', /supportedValuesOf\('currency'\)(.*?)\]/);
  expect(service.length).toBeGreaterThan(140);
  const library = new Set([...Intl.supportedValuesOf('currency'), ...added]);
  expect(service.filter((code) => !library.has(code))).toEqual([]);
  expect(library.has('XXQ')).toBe(false);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROCESS_SETTINGS, settingsFrom } from './process-settings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const fileWith = (text: string): string => {
  const file = join(folder, 'value');
  writeFileSync(file, text);
  return file;
};

describe('a setting', () => {
  test.each(PROCESS_SETTINGS)('%s is given by itself or in a file', (name) => {
    expect(settingsFrom({ [name]: 'one' })[name]).toBe('one');
    expect(settingsFrom({ [`${name}_FILE`]: fileWith('other\n') })[name]).toBe('other');
  });

  test.each([
    ['a\n', 'a'],
    ['a\r\n', 'a'],
    ['a', 'a'],
    [' a \n\n', ' a \n'],
    ['', ''],
  ])('in a file with %j is %j', (text, value) => {
    expect(settingsFrom({ METRICS_TOKEN_FILE: fileWith(text) }).METRICS_TOKEN).toBe(value);
  });

  test('is refused when it is given twice, without its values', () => {
    const both = { METRICS_TOKEN: 'a-secret-of-some-length', METRICS_TOKEN_FILE: fileWith('another-secret') };
    expect(() => settingsFrom(both)).toThrow(/^METRICS_TOKEN and METRICS_TOKEN_FILE are both set: give one of them\.$/);
    expect(settingsFrom({ ...both, METRICS_TOKEN: '' }).METRICS_TOKEN).toBe('another-secret');
    expect(settingsFrom({ ...both, METRICS_TOKEN_FILE: '' }).METRICS_TOKEN).toBe('a-secret-of-some-length');
  });

  test('whose file cannot be read is refused in one line', () => {
    const missing = join(folder, 'missing');
    expect(() => settingsFrom({ SECRETS_KEY_FILE: missing })).toThrow(
      `SECRETS_KEY_FILE=${missing} cannot be read (ENOENT): name a file that the user of this process may read.`,
    );
    expect(() => settingsFrom({ SECRETS_KEY_FILE: folder })).toThrow(/\(EISDIR\)/);
  });
});

test('docs/configuration.md explains every setting, and no other', () => {
  const guide = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
  const explained = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  );
  expect(explained.sort()).toEqual([...PROCESS_SETTINGS, 'SHOP_PORT'].sort());
});

test('a file of tax rates is a setting of its own', () => {
  expect(settingsFrom({ TAX_RATES_FILE: '/etc/rates.json' }).TAX_RATES_FILE).toBe('/etc/rates.json');
});

import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret, unmasked } from './secret.ts';

test('a secret shows its value only when it is revealed by name', () => {
  const secret = new Secret('4111111111111111');

  expect(secret.reveal()).toBe('4111111111111111');
  for (const shown of [
    `${secret}`,
    String(secret),
    JSON.stringify({ secret }),
    inspect({ secret }),
    inspect(secret, { showHidden: true }),
  ]) {
    expect(shown).toContain('[secret]');
    expect(shown).not.toContain('4111');
  }
});

test.each([
  ['pm_1Q0PsIJvEtkwdCNYMSaVuRz6', '************uRz6'],
  ['test-approved-42', '************d-42'],
  ['12345678901', '************'],
  ['', '************'],
])('%j is masked as %j, which no client sends back as a secret', (value, shown) => {
  expect(new Secret(value).masked()).toBe(shown);
  expect(unmasked(shown)).toBeUndefined();
});

test('a text that is not masked is a secret', () => {
  expect(unmasked('pm_1Q0PsIJvEtkwdCNYMSaVuRz6')?.reveal()).toBe('pm_1Q0PsIJvEtkwdCNYMSaVuRz6');
  expect(unmasked('*')?.reveal()).toBe('*');
});

import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from './secret.ts';

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

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ABSENT } from './absent.ts';
import { service } from './index.ts';

const guide = join(import.meta.dirname, '../../docs/recipes/migrate-a-checkout.md');

test.each([...ABSENT.split(' '), 'Pricing.Checkout'])(
  '%s says that it does not exist, and the guide lists it',
  async (name) => {
    const owner = name.startsWith('Pricing.') ? service.Pricing : service;
    const call = (owner as never as Record<string, () => void>)[name.replace('Pricing.', '')];
    expect(call).toThrow(expect.objectContaining({ code: 'not-supported', name: 'not-supported' }));
    expect(call).toThrow(/see "Migrate a checkout"/);
    expect(() => new (call as never as new () => unknown)()).toThrow(/see "Migrate a checkout"/);
    expect(await readFile(guide, 'utf8')).toContain(`\`${name}\``);
  },
);

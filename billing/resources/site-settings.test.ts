import { describe, expect, expectTypeOf, test } from 'vitest';
import { SETTING_GROUPS, type Setting } from './setting.ts';
import type { Site } from './site.ts';
import { SETTING_NAMES, SITE_SETTINGS } from './site-settings.ts';

const settings: readonly (readonly [string, Setting])[] = SETTING_NAMES.map((name) => [name, SITE_SETTINGS[name]]);

test('the type of a site follows from the table of settings', () => {
  expectTypeOf<Site['mode']>().toEqualTypeOf<'sandbox' | 'production'>();
  expectTypeOf<Site['on_dispute']>().toEqualTypeOf<readonly ('pause_dunning' | 'cancel_subscriptions')[]>();
  expectTypeOf<Site['company']>().toEqualTypeOf<string | null>();
  expectTypeOf<Site['tax_charges']>().toEqualTypeOf<boolean>();
  expectTypeOf<Site['attempts_per_card']>().toEqualTypeOf<number | null>();
  expectTypeOf<Site['currencies']>().toEqualTypeOf<readonly string[]>();
  // @ts-expect-error the table says which modes there are
  const mode: Site['mode'] = 'trial';
  void mode;
});

describe('every setting', () => {
  test.each(settings)('%s has a label, and a help text of whole sentences', (_name, { label, help }) => {
    expect(label).toMatch(/^[A-Z][\w' -]{1,40}$/);
    expect(help).toMatch(/^(`|\p{Lu}).+\.$/u);
    expect(help).not.toMatch(/[<>|\n]/);
  });

  test('stands with the others of its group, in the order of the groups', () => {
    const groups = Object.keys(SETTING_GROUPS);
    const used = settings.map(([, { group }]) => groups.indexOf(group));
    expect(used).toEqual(used.toSorted((a, b) => a - b));
    expect(new Set(used).size).toBe(groups.length);
  });

  test('has a label of its own within its group', () => {
    const labels = settings.map(([, { group, label }]) => `${group}: ${label}`);
    expect(new Set(labels).size).toBe(labels.length);
  });
});

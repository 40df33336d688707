import { readFileSync } from 'node:fs';
import { ALERT_MAIL } from '@service/billing/resources/mail-kind.ts';
import { expect, test } from 'vitest';

const read = (page: string): string => readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');

test.each(ALERT_MAIL)('the documentation of operations and mail names %s', (kind) => {
  expect(read('operations.md')).toMatch(new RegExp(`^\\| \`${kind}\` \\|`, 'm'));
  expect(read('mail.md')).toContain(`\`${kind}\``);
});

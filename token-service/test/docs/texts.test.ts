import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replaceableTexts } from '../../src/documents/messages/own-texts.ts';
import { textsPage } from './texts-page.ts';

const PAGE = '../../../docs/texts.md';

test('docs/texts.md is what the texts say (-u writes it)', async () => {
  await expect(textsPage()).toMatchFileSnapshot(PAGE);
});

test('a page without one of the texts is found', () => {
  const page = readFileSync(new URL(PAGE, import.meta.url), 'utf8');
  for (const name of replaceableTexts('en').keys()) {
    expect(textsPage(new Map([...replaceableTexts('en')].filter(([other]) => other !== name)))).not.toBe(page);
  }
});

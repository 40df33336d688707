import { expect, test } from 'vitest';
import { invalid } from './allowed.ts';
import { judgeTexts, withOwnTexts } from './own-texts.ts';
import { ownChallengeTexts } from './risk/own-challenge-texts.ts';
import en from './texts/en.ts';
import type { OwnTexts } from './texts/texts.ts';

const judge = (given: object) => () => judgeTexts(invalid, 'texts', given as OwnTexts);

test.each([
  ['cvv_hnit', 'cvv_hint'],
  ['number_cheksum', 'number_checksum'],
  ['firstname', 'first_name'],
  ['Declined', 'declined'],
  ['constructor', 'country'],
])('a text %s is refused, and %s is named', (name, nearest) => {
  expect(judge({ [name]: 'x' })).toThrow(
    expect.objectContaining({
      code: 'invalid-option',
      message: `The \`texts\` option must be texts by name, such as ${nearest}, got '${name}'.`,
    }),
  );
});

test('what is no string is refused with the name of the text', () => {
  expect(judge({ number: 3 })).toThrow("The `texts.number` option must be a string, got '3'.");
});

test('each text can be replaced; one that is left out, or empty as a value, stays', () => {
  for (const name of Object.keys(en) as (keyof typeof en)[]) {
    expect(judge({ [name]: 'Ours' })).not.toThrow();
    expect(withOwnTexts(en, { [name]: 'Ours' })).toEqual({ ...en, [name]: 'Ours' });
  }
  expect(judge({ number: undefined, cvv_hint: null })).not.toThrow();
  expect(withOwnTexts(en, { number: undefined, cvv_hint: '' })).toEqual({ ...en, cvv_hint: '' });
});

test('the last texts win', () => {
  expect(withOwnTexts(en, { number: 'One', city: 'Town' }, { number: 'Two' })).toMatchObject({
    number: 'Two',
    city: 'Town',
  });
});

test('texts around the page of the bank are taken too, and a wrong name of one is refused with the nearest', () => {
  expect(judge({ challenge_title: 'Confirm', challenge_close: 'Leave' })).not.toThrow();
  expect(judge({ challenge_titel: 'Confirm' } as OwnTexts)).toThrow('challenge_title');
  expect(ownChallengeTexts({ challenge_title: 'One', number: 'Card' }, { challenge_title: 'Two' })).toEqual({
    title: 'Two',
  });
});

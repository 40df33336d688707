import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { ACCOUNT, ADA, openBrowserOrigin, SITES } from './browser-origin.fixture.ts';

const NUMBER = '4111111111111111';
const ACCOUNT_NUMBER = '98765432101234';
const CODE = '7391';

/** The ways in which digits can hide in a text or in bytes. */
const disguises = (digits: string): Buffer[] => {
  const spaced = digits.replace(/(.{4})(?=.)/g, '$1 ');
  const dashed = spaced.replaceAll(' ', '-');
  const plain = [digits, spaced, dashed, encodeURIComponent(spaced), spaced.replaceAll(' ', '+')];
  const hex = Buffer.from(digits).toString('hex');
  // Where base64 begins within its text shifts what it looks like; the first and last sign depend on what is around.
  const base64 = [0, 1, 2].map((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), Buffer.from(digits)])
      .toString('base64')
      .replace(/=+$/, '');
    return shifted.slice(shift === 0 ? 0 : shift + 1, -1);
  });
  const escaped = [...digits].map((digit) => `%${digit.charCodeAt(0).toString(16)}`).join('');
  return [...plain, hex, hex.toUpperCase(), ...base64, escaped].map((text) => Buffer.from(text));
};

const found = (digits: string, haystack: readonly Buffer[]): string[] =>
  disguises(digits)
    .filter((needle) => haystack.some((bytes) => bytes.includes(needle)))
    .map((needle) => needle.toString());

test('the search finds a planted number in every disguise', () => {
  const planted = [
    `number=${NUMBER}`,
    'card 4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111%201111%201111%201111',
    '4111+1111+1111+1111',
    Buffer.from(NUMBER).toString('hex'),
    Buffer.from(NUMBER).toString('base64'),
    Buffer.from(`n=${NUMBER}&`).toString('base64'),
    Buffer.from(`no=${NUMBER}&`).toString('base64'),
    Buffer.from(`"${NUMBER}"`).toString('base64'),
    '%34%31%31%31%31%31%31%31%31%31%31%31%31%31%31%31',
  ];
  for (const text of planted) expect([text, found(NUMBER, [Buffer.from(text)]).length]).not.toEqual([text, 0]);
  expect(found(NUMBER, [Buffer.from('411111******1111')])).toEqual([]);
});

test('no number and no code is in an answer, a log, or what the store keeps', async () => {
  const { post, url, lines, kept, vault } = await openBrowserOrigin();
  const amex = { number: '378282246310005', cvv: CODE };
  const account = { ...ACCOUNT, account_number: ACCOUNT_NUMBER, account_number_confirmation: ACCOUNT_NUMBER };
  const card = { ...ADA, ...amex };
  const requests: [string, Record<string, string>][] = [
    ['/js/v1/token', ADA],
    ['/js/v1/token', card],
    ['/js/v1/token', { ...card, month: '13' }],
    ['/js/v1/token', { ...card, number: `${amex.number}9` }],
    ['/js/v1/token', { ...card, key: 'unknown' }],
    ['/js/v1/token', { ...card, number: `${NUMBER}x` }],
    ['/js/v1/tokens', account],
    ['/js/v1/tokens', { ...account, account_type: 'gold' }],
    ['/js/v1/tokens', card],
    [`/js/v1/token?number=${NUMBER}&cvv=${CODE}`, card],
    [`/js/v1/${NUMBER}`, card],
  ];
  const answers: Buffer[] = [];
  for (const [path, fields] of requests) {
    const response = await post(path, fields);
    answers.push(Buffer.from(JSON.stringify([...response.headers]) + (await response.text())));
  }
  const wrongMethod = await fetch(`${url}/js/v1/token?number=${NUMBER}`);
  answers.push(Buffer.from(await wrongMethod.text()));

  const { id } = await (await post('/js/v1/token', ADA)).json();
  const presented = await vault.hold(SITES[ADA.key]!, id);
  const shown = Buffer.from(inspect([lines, presented], { depth: 9, showHidden: true }));
  const everything = [...answers, ...kept, shown, Buffer.from(JSON.stringify(lines))];
  for (const digits of [NUMBER, amex.number, ACCOUNT_NUMBER, CODE]) expect(found(digits, everything)).toEqual([]);
});

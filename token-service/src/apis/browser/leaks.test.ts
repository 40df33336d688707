import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { found, type Place, place } from '../../../test/disguises.ts';
import { ACCOUNT, ADA, openBrowserOrigin, SITES } from './browser-origin.fixture.ts';

const NUMBER = '4111111111111111';
const ACCOUNT_NUMBER = '98765432101234';
const CODE = '7391';

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
  const answers: Place[] = [];
  for (const [path, fields] of requests) {
    const response = await post(path, fields);
    answers.push(place(path, JSON.stringify([...response.headers]) + (await response.text())));
  }
  const wrongMethod = await fetch(`${url}/js/v1/token?number=${NUMBER}`);
  answers.push(place('a wrong method', await wrongMethod.text()));

  const { id } = await (await post('/js/v1/token', ADA)).json();
  const presented = await vault.hold(SITES[ADA.key]!, id);
  const shown = place('inspected', inspect([lines, presented], { depth: 9, showHidden: true }));
  const stored = kept.map((bytes) => place('store', bytes));
  const everything = [...answers, ...stored, shown, place('log', JSON.stringify(lines))];
  for (const digits of [NUMBER, amex.number, ACCOUNT_NUMBER, CODE]) expect(found(digits, everything)).toEqual([]);
});

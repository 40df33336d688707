/** `check` tells a careful checkout from a careless one, and finds the card fields of both. */
import { access } from 'node:fs/promises';
import { expect } from '../fixtures/index.ts';
import { check, checkedTexts, SHORT_CHECK } from './check/run-program.ts';
import { openCheckedShop } from './check/shops.ts';
import { test } from './checkout.ts';

test.describe.configure({ timeout: 600_000 });

test('a careful checkout has no problems', async ({ service, long }, info) => {
  using shop = await openCheckedShop(service, 'careful');
  const checked = await check(shop.url, service, info.outputPath('report'), ...(long ? [] : SHORT_CHECK));
  expect(checked.results.filter(({ level }) => level === 'problem')).toEqual([]);
  expect(checked.status).toBe(0);
  expect(checkedTexts(checked, 'decline')).toContain('the form is as it was, and the button can be pressed');
  expect(checkedTexts(checked, 'double-press')).toContain('good: After two presses, the customer was charged once.');
  expect(checkedTexts(checked, 'lost-answer')).toContain('the customer was charged once.');
  expect(checkedTexts(checked, 'refused')).toMatch(/^good: After the refusal, the customer sees: “[^”]+”$/m);
  expect(checkedTexts(checked, 'refused')).not.toContain('“Email”');
  expect(checkedTexts(checked, 'reload')).toContain(
    'good: After the reload, the page says of the payment: “Thank you for your order”',
  );
  expect(checkedTexts(checked, 'blocked')).toContain('good: Without the library, no form is sent.');
  expect(checkedTexts(checked, 'blocked')).toContain('the customer sees: “The card fields did not load.');
  await access(info.outputPath('report', 'index.html'));
  for (const { pictures } of checked.results) {
    for (const { file } of pictures) await access(info.outputPath('report', file));
  }
});

test('a careless checkout has the problems that it has', async ({ service, long }, info) => {
  using shop = await openCheckedShop(service, 'careless');
  const checked = await check(shop.url, service, info.outputPath('report'), ...(long ? [] : SHORT_CHECK));
  expect(checked.status).toBe(1);
  expect(checkedTexts(checked, 'pays')).toMatch(/^good: The customer sees: “Thank you for your order”/);
  expect(checkedTexts(checked, 'decline')).toContain('problem: After the decline, there is no button');
  expect(checkedTexts(checked, 'decline')).toContain('problem: After the decline, the form has lost: email');
  expect(checkedTexts(checked, 'decline')).toContain('warning: This is written for programs: “payment_declined”');
  expect(checkedTexts(checked, 'double-press')).toContain(
    'problem: After two presses, the customer was charged twice.',
  );
  expect(checkedTexts(checked, 'lost-answer')).toContain(
    'problem: After the lost answer, the customer sees nothing new.',
  );
  expect(checkedTexts(checked, 'lost-answer')).toContain('the customer was charged twice.');
  if (!long) return;
  for (const name of ['confirmed', 'refused', 'abandoned'])
    expect(checkedTexts(checked, name)).toContain('no challenge');
  expect(checkedTexts(checked, 'offline')).toContain('the customer sees nothing new');
  expect(checkedTexts(checked, 'blocked')).toContain('nothing explains it');
  expect(checkedTexts(checked, 'zoom')).toContain('scrolls sideways');
  expect(checkedTexts(checked, 'keyboard')).toContain('The button cannot be reached with Tab.');
});

/** Situations in which a shop seems to work, until a customer is slow, goes back or reads from right to left. */
const LATER = ['--only', 'slow,back,right-to-left'];

test('a second order, one that Back sends again, and a layout for left to right alone are found', async ({
  service,
}, info) => {
  using shop = await openCheckedShop(service, 'hasty');
  const checked = await check(shop.url, service, info.outputPath('report'), ...LATER);
  expect(checked.status).toBe(1);
  expect(checkedTexts(checked, 'slow')).toContain(
    'warning: While the order is on its way, nothing on the page shows it.',
  );
  expect(checkedTexts(checked, 'slow')).toContain(
    'problem: While the order is on its way, another press sends another order.',
  );
  expect(checkedTexts(checked, 'back')).toContain(
    'problem: After Back and a press of the button, the customer was charged twice.',
  );
  expect(checkedTexts(checked, 'back')).toContain(
    'warning: After Back, nothing tells the customer that they have paid.',
  );
  expect(checkedTexts(checked, 'right-to-left')).toMatch(
    /problem: From right to left, the page scrolls sideways because of .*p\.note/,
  );
  expect(checkedTexts(checked, 'right-to-left')).toMatch(/warning: These stay at the left .*“Checkout”/);
});

test('a careful checkout passes them', async ({ service }, info) => {
  using shop = await openCheckedShop(service, 'careful');
  const checked = await check(shop.url, service, info.outputPath('report'), ...LATER);
  expect(checked.results.filter(({ level }) => level !== 'good')).toEqual([]);
  expect(checked.status).toBe(0);
  expect(checkedTexts(checked, 'slow')).toContain('good: While the order is on its way, the page shows it');
  expect(checkedTexts(checked, 'slow')).toContain(
    'good: While the order is on its way, the button cannot be pressed again.',
  );
  expect(checkedTexts(checked, 'back')).toContain(
    'good: After Back and a press of the button, the customer was charged once.',
  );
  expect(checkedTexts(checked, 'right-to-left')).toBe('good: From right to left, nothing scrolls sideways.');
});

test('a checkout that breaks without the library does not pass', async ({ service }, info) => {
  using shop = await openCheckedShop(service, 'brittle');
  const checked = await check(shop.url, service, info.outputPath('report'), '--only', 'lost-answer,back,blocked');
  expect(checked.status).toBe(1);
  expect(checkedTexts(checked, 'blocked')).toBe(
    [
      'problem: Without the library, the button sends the form without a token, with what the customer entered in the address.',
      'problem: Without the library, the card fields are missing and nothing explains it.',
      'warning: Without the library, a script of the page fails: “service is not defined”',
    ].join('\n'),
  );
  expect(checkedTexts(checked, 'lost-answer')).toMatch(
    /warning: This text of the API is for developers, not for customers: “.*Send bulk = true/,
  );
});

test('the example checkout has no problems @long', async ({ service }, info) => {
  const checked = await check(`${service.shopUrl}/checkout.html`, service, info.outputPath('report'));
  expect(checked.results.filter(({ level }) => level === 'problem')).toEqual([]);
});

test('a page without card fields, and wrong arguments, are said', async ({ service }, info) => {
  const nothing = await check(`${service.shopUrl}/`, service, info.outputPath('report'), '--patience', '2');
  expect(nothing).toMatchObject({ status: 2, results: [] });
  expect(nothing.errors).toContain('shows no card fields. Does it need a cart or a login? See --prepare.');
  const wrong = await check('checkout.html', service, info.outputPath('report'));
  expect(wrong).toMatchObject({ status: 2, results: [] });
  expect(wrong.errors).toContain('checkout.html is no http(s) address.');
});

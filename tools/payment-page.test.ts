import { expect, test } from 'vitest';
import { readSource } from './repository.ts';

const page = readSource('sdk/pages/payment-form.html').text.trim();
const unescaped = (html: string) => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

test('the page that takes a payment is the same everywhere, but for the host', () => {
  const [, readme = ''] = /```html\n(<!doctype html>[\s\S]*?<\/html>)\n```/.exec(readSource('README.md').text) ?? [];
  const [, landing = ''] = /id="page-code">([\s\S]*?)<\/code>/.exec(readSource('examples/index.html').text) ?? [];
  expect(readme).toBe(page);
  expect(unescaped(landing).replaceAll('{{script_origin}}', 'http://localhost:3001')).toBe(page);
});

test('it is short, and runs under a strict policy', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(40);
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).not.toMatch(/\s(on\w+|style)=/);
});

test.each(['Checkout.jsx', 'Checkout.vue'])('the README of the library shows %s as it is tested', (name) => {
  const code = readSource(`sdk/pages/${name}`).text.replace(/^(?=.)/gm, '    ');
  expect(readSource('sdk/README.md').text).toContain(code);
});

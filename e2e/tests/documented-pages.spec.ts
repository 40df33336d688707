import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Card, expect, test } from '../fixtures/index.ts';

const run = promisify(execFile);

/** Sells with a token by the command in the README of the library, and returns the answer of the API. */
const sellByReadme = async (apiUrl: string, token: string): Promise<string> => {
  const readme = await readFile(join(import.meta.dirname, '../../sdk/README.md'), 'utf8');
  const [command = ''] = /^curl[\s\S]*?(?=^```)/m.exec(readme) ?? [];
  const env = { ...process.env, TOKEN: token, ORDER: token };
  const { stdout } = await run('sh', ['-c', command.replaceAll('http://localhost:3000', apiUrl)], { env });
  return stdout;
};

/** The pages of the README and of `/docs`, as a merchant pastes them. */
const PAGES: readonly (readonly [file: string, card: Card])[] = [
  ['payment-form.html', { number: '4111 1111 1111 1111', expiry: '12/40', cvv: '123' }],
  ['card-fields.html', { number: '4111 1111 1111 1111', month: '12', year: '2040', cvv: '123' }],
];

for (const [file, values] of PAGES) {
  test(`the fixtures fill in ${file} by the names of its fields, and its token sells`, async ({
    page,
    service,
    card,
  }) => {
    const text = await readFile(join(import.meta.dirname, '../../sdk/pages', file), 'utf8');
    const merchant = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(text.replaceAll('http://localhost:3001', service.browserUrl));
    }).listen(0, 'localhost');
    await once(merchant, 'listening');
    await page.goto(`http://localhost:${(merchant.address() as AddressInfo).port}`);

    await card.ready();
    await card.type(values);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.locator('#outcome')).toHaveText(/^Send the token \S{10,} to your server\.$/);
    const [, token = ''] = /token (\S+) to/.exec((await page.locator('#outcome').textContent()) ?? '') ?? [];
    expect(await sellByReadme(service.apiUrl, token)).toContain('<invoice_collection>');
    merchant.close();
  });
}

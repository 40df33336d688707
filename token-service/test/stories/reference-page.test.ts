import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Returns the texts of a kind of listing on a page, as users copy them. */
const listingsOf = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, text = '']) =>
    text.replace(/<[^>]+>/g, '').replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity),
  );

/** Parses it as a shell would: a URL, then options with one quoted text each. */
const run = async (curl: string): Promise<{ status: number; text: string }> => {
  const [, url = '', rest = ''] = /^curl "([^"]+)"(.*)$/s.exec(curl) ?? [];
  const headers = new Headers();
  let body: string | undefined;
  for (const [, option, double, single] of rest.matchAll(/--(\w+) (?:"([^"]*)"|'([^']*)')/g)) {
    const given = double ?? single ?? '';
    if (option === 'user') headers.set('Authorization', `Basic ${Buffer.from(given).toString('base64')}`);
    if (option === 'header') headers.append(...(given.split(': ') as [string, string]));
    if (option === 'data') body = given;
  }
  const answer = await fetch(url, { method: body ? 'POST' : 'GET', headers, ...(body ? { body } : {}) });
  return { status: answer.status, text: await answer.text() };
};

let service: TestService;
let page: string;
beforeAll(async () => {
  service = await startTestService();
  page = await (await fetch(`${service.apiUrl}/docs`)).text();
});
afterAll(() => service.close());

it('begins with requests that a new service answers as the page says', async () => {
  const requests = listingsOf(page, /<pre tabindex="0" data-language="curl"[^>]*><code>(.*?)<\/code>/gs);
  const answers = [];
  // The page says to put the token of its form here.
  const token = await service.token();
  for (const request of requests) answers.push(await run(request.replace('your-token', token)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201]);

  // tideline: 19.99 a month and a setup fee of 5.00
  const [, shown = ''] = listingsOf(
    page,
    /<figcaption class="code-bar">(?:From its answer|Answer)[^<]*<.*?<code>(.*?)<\/code>/gs,
  );
  const lines = shown.split('\n').map((line) => line.trim().split('"…"')[0] ?? '');
  expect(lines).toContain('<total_in_cents type="integer">2499</total_in_cents>');
  for (const line of lines) expect(answers[1]?.text).toContain(line);

  expect(answers[2]?.text).toContain('<total_in_cents type="integer">-500</total_in_cents>');
});

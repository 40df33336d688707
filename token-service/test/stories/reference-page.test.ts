import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

/** A listing of the API reference page, as users copy it. */
interface Listing {
  readonly title: string;
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const listingsOf = (page: string): Listing[] =>
  [...page.matchAll(/<figcaption class="code-bar">([^<]*)<.*?<pre tabindex="0"><code>(.*?)<\/code>/gs)].map(
    ([, title = '', text = '']) => ({ title, text: text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity) }),
  );

/** Parses it as a shell would: a URL, then options with one quoted text each. */
const run = async (curl: string): Promise<{ status: number; text: string }> => {
  const [, url = '', rest = ''] = /^curl (\S+)(.*)$/s.exec(curl) ?? [];
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
let listings: Listing[];
beforeAll(async () => {
  service = await startTestService();
  listings = listingsOf(await (await fetch(`${service.apiUrl}/docs`)).text());
});
afterAll(() => service.close());

it('contains requests that a new service answers as the page says', async () => {
  const requests = listings.filter(({ title }) => title === 'Request');
  const answers = [];
  for (const { text } of requests) answers.push(await run(text));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201]);

  // tideline: 19.99 a month and a setup fee of 5.00
  const shown = listings.find(({ title }) => title === 'From its answer')?.text ?? '';
  const lines = shown.split('\n').map((line) => line.trim().split('"…"')[0] ?? '');
  expect(lines).toContain('<total_in_cents type="integer">2499</total_in_cents>');
  for (const line of lines) expect(answers[1]?.text).toContain(line);

  expect(answers[2]?.text).toContain('<total_in_cents type="integer">-500</total_in_cents>');
});

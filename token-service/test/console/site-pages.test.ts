import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formIn, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { formValues } from './form-values.ts';
import { newSubscriber } from './subscriber.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

const read = async (path: string): Promise<string> => textIn((await owner.get(path)).html);
const fields = async (page: string) => {
  const { html } = await owner.get(page);
  return { ...formIn(html, page), ...formValues(html, page) };
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};

/** A grey PNG picture. */
const png = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 0x80).map((byte, place) => (place % (width + 1) === 0 ? 0 : byte));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Sends the form of the brand with a file as its logo. */
const upload = async (file: Uint8Array, name = 'logo.png') => {
  const body = new FormData();
  for (const [field, value] of Object.entries(await fields('/settings/brand'))) body.append(field, value);
  body.set('logo', new File([new Uint8Array(file)], name));
  const response = await fetch(new URL('/settings/brand', service.service.console?.url), {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { Cookie: owner.cookie(), Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
  });
  return { status: response.status, html: await response.text() };
};

it('takes a logo, shows it to customers, and removes it again', async () => {
  expect((await owner.get('/settings/logo.png')).status).toBe(404);
  expect((await upload(png(80, 40))).status).toBe(303);
  const { html } = await owner.get('/settings/brand');
  expect(html).toMatch(
    /<img class="logo" src="\/settings\/logo\.png\?digest=[^"]+" alt="The logo" width="80" height="40">/,
  );
  const { status, headers } = await owner.get('/settings/logo.png');
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(await read('/audit?action=site.changed')).toContain('Site changed');

  const { status: removed } = await owner.post('/settings/brand', {
    ...(await fields('/settings/brand')),
    remove_logo: 'yes',
  });
  expect(removed).toBe(303);
  expect((await owner.get('/settings/logo.png')).status).toBe(404);
});

it('refuses what cannot be a logo, and says why', async () => {
  const noise = Buffer.concat([png(8, 8), Buffer.alloc(200_000, 7)]);
  for (const [file, status, said] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, 'A logo is a PNG file, not SVG'],
    [Buffer.from('%PDF-1.7'), 422, 'A logo is a PNG file, and this is none.'],
    [noise, 422, 'at most 100 kB are allowed'],
    [Buffer.alloc(3_000_000), 413, 'The files are too large'],
  ] as const) {
    const refused = await upload(file);
    expect([refused.status, textIn(refused.html).includes(said)], said).toEqual([status, true]);
  }
  expect((await owner.get('/settings/logo.png')).status).toBe(404);
});

it('takes texts for customers, says what is wrong with them, and lists how many there are', async () => {
  const sent = async (texts: string) => owner.post('/settings/brand', { ...(await fields('/settings/brand')), texts });
  const misspelled = await sent('{"de": {"mail.recipt.title": "Danke"}}');
  expect([misspelled.status, textIn(misspelled.html)]).toEqual([
    422,
    expect.stringContaining('There is no text “mail.recipt.title”: did you mean “mail.receipt.title”?'),
  ]);
  expect(misspelled.html).toContain('{&quot;de&quot;: {&quot;mail.recipt.title&quot;');
  expect((await sent('{"de": {"mail.receipt.title": "Besten Dank"}}')).status).toBe(303);
  expect(await read('/settings')).toContain('1 text in de');
  expect((await owner.get('/settings/brand')).html).toContain('Besten Dank');
  expect((await sent('')).status).toBe(303);
  expect(await read('/settings')).not.toContain('1 text in de');
});

it('raises the number of the next invoice, and never lowers it', async () => {
  const { invoice } = await newSubscriber(service);
  const page = '/settings/invoice-number';
  expect(await read(page)).toContain(`The next invoice has the number ${Number(invoice) + 1} .`);
  const lower = await owner.submit(page, { number: '7' });
  expect(lower.status).toBe(422);
  const odd = await owner.submit(page, { number: '20k' });
  expect([odd.status, textIn(odd.html).includes('Enter a whole number, such as 20001.')]).toEqual([422, true]);
  const raised = await owner.submit(page, { number: '20001' });
  expect(await read(raised.location)).toContain(
    `The next invoice has the number 20001, instead of ${Number(invoice) + 1}.`,
  );
  expect((await newSubscriber(service)).invoice).toBe('20001');
  expect(await read('/audit')).toContain('Site invoice number raised');
});

it('moves the clock of a sandbox, shows how far the work has come, and stops it', async () => {
  const page = '/settings/clock';
  const { path } = await newSubscriber(service);
  const developer = await withRole(service, ['developer']);
  expect(textIn((await developer.get('/settings')).html)).toContain('Clock');
  expect((await withRole(service, ['finance']).then((finance) => finance.get(page))).status).toBe(403);
  const odd = await developer.submit(page, { step: '', to: 'soon' });
  expect([odd.status, textIn(odd.html).includes('Enter a day and a time')]).toEqual([422, true]);
  const back = await developer.submit(page, { step: '', to: '2020-01-01T08:00' });
  expect([back.status, textIn(back.html).includes('goes only forward')]).toEqual([422, true]);

  // A moment that is typed counts, whatever else is chosen: it is one that the clock refuses, so nothing moves.
  const typed = await developer.submit(page, { to: '2020-01-01T08:00' });
  expect([typed.status, textIn(typed.html).includes('goes only forward')]).toEqual([422, true]);
  expect(textIn((await developer.get(page)).html)).toContain('A moment that is typed here counts');

  const moved = await developer.submit(page, { step: 'months' });
  expect(moved.status, moved.html).toBe(303);
  const text = textIn((await developer.get(moved.location)).html);
  expect(text).toMatch(/The clock shows \d+ \w+ 20\d\d\. What was due on the way is being done\./);
  expect(text).toContain('A move is under way');
  await service.dueWork();
  expect(textIn((await developer.get(page)).html)).not.toContain('A move is under way');
  expect(await read(path)).toMatch(/Period began \d+ Dec 2026/);

  expect((await developer.submit(page, { step: 'years' })).status).toBe(303);
  const stopped = await developer.submit(`${page}/cancel`);
  expect(stopped.status, stopped.html).toBe(303);
  expect(textIn((await developer.get(stopped.location)).html)).toContain('The move has ended.');
  expect((await developer.submit(`${page}/cancel`)).status).toBe(422);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { formIn, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { disputedPayment } from './disputed-payment.ts';
import { formValues } from './form-values.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

const siteOf = async () => (await service.service.opened.sites.find('demo'))!;
const pageOf = async (path: string, browser: Pick<OperatorBrowser, 'get'> = owner) =>
  textIn((await browser.get(path)).html);

const disputed = (what?: 'inquiry' | 'dispute') => disputedPayment(service, what);

it('lists disputes with the days that are left, and shows what is known of one', async () => {
  const { id, uuid } = await disputed();
  expect(await pageOf('/disputes')).toMatch(
    /1 dispute · \$29\.74 disputed · \$29\.74 withdrawn .*General .*open 14 days left|13 days left/,
  );
  const { html } = await owner.get(`/disputes/${id}`);
  const text = textIn(html);
  expect(text).toContain('Dispute of $29.74 open');
  expect(text).toContain('The gateway has withdrawn $29.74 until the bank decides.');
  expect(text).toMatch(/What was sold .*Tideline/);
  expect(html).toContain(`href="/payments/${uuid}"`);
  expect(html).not.toContain('<i>Lovelace');
  expect(await pageOf(`/payments/${uuid}`)).toMatch(/Disputes \$29\.74, General open/);
  expect((await owner.get('/disputes/00')).status).toBe(404);
});

it('fills the evidence in from invoice, subscription, mails and address, and sends it to the gateway', async () => {
  const { id, uuid } = await disputed();
  const form = await owner.get(`/disputes/${id}/evidence`);
  expect(form.html).toContain('name="customer_name" value="Ada Lovelace"');
  expect(form.html).toContain('name="customer_email_address" value="ada@example.com"');
  expect(form.html).toMatch(/name="billing_address" value="50667, DE"/);
  expect(form.html).toMatch(/1 x Tideline, 2026-11-\d\d to 2026-12-\d\d: 23\.79 USD/);
  expect(form.html).toContain('was never canceled.');
  expect(form.html).toMatch(/Order confirmation to ada@example\.com, 2026-11-\d\d \d\d:\d\d UTC, kept\./);
  const evidence = { customer_name: 'Ada Lovelace', product_description: 'A subscription', uncategorized_text: '' };
  const sent = await owner.submit(`/disputes/${id}/evidence`, evidence);
  expect(sent.status).toBe(303);
  const after = await pageOf(sent.location);
  expect(after).toContain('The evidence was sent to the gateway test.');
  expect(after).toMatch(
    /Evidence that was sent demo owner sent it now \. .*What was sold A subscription Name of the customer Ada Lovelace/,
  );
  const { storage } = service.service.opened;
  const [entry] = await storage.of((await siteOf()).id).auditLog.list({ action: 'dispute.evidence_sent' }, 1);
  expect(entry).toMatchObject({
    actor: 'operator:demo owner',
    subject: uuid,
    changes: { evidence: { from: null, to: expect.stringMatching(/^product_description customer_name /) } },
  });
  expect(JSON.stringify(entry)).not.toContain('Lovelace');
});

it('sends files that banks read, within their size, and shows what was sent', async () => {
  const { id } = await disputed();
  const here = `/disputes/${id}/evidence`;
  const send = async (files: Readonly<Record<string, File>>) => {
    const body = new FormData();
    const { html } = await owner.get(here);
    const fields = { ...formIn(html, here), ...formValues(html, here) };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const [name, file] of Object.entries(files)) body.set(name, file);
    const response = await fetch(new URL(here, service.service.console?.url), {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { Cookie: owner.cookie(), Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    });
    const { status, headers } = response;
    return { status, text: textIn(await response.text()), location: headers.get('location') ?? '' };
  };
  const pdf = (size: number) => new File(['%PDF-', Buffer.alloc(size)], 'C:\\papers\\<b>receipt.pdf');
  for (const [files, status, said] of [
    [{ receipt: new File(['MZ'], 'receipt.exe') }, 422, 'A file is a PDF, PNG or JPEG, and this is none.'],
    [{ receipt: pdf(2_500_000), refund_policy: pdf(9), uncategorized_file: pdf(2_500_000) }, 422, 'banks take 4500 kB'],
    [{ receipt: pdf(9_500_000) }, 413, 'The files are too large'],
  ] as const) {
    const refused = await send(files);
    expect([refused.status, refused.text.includes(said)], said).toEqual([status, true]);
  }
  expect(await pageOf(`/disputes/${id}`)).not.toContain('Evidence that was sent');

  const sent = await send({
    receipt: pdf(250_000),
    uncategorized_file: new File([Buffer.from('ffd8ffe0', 'hex')], 'a'),
  });
  expect(sent.status, sent.text).toBe(303);
  const { html } = await owner.get(sent.location);
  expect(textIn(html)).toMatch(/Receipt or invoice .*receipt\.pdf, 251 kB Another file a, 1 kB/);
  expect(html).toContain('&lt;b&gt;receipt.pdf');
  // A file stays until another one takes its place.
  expect((await send({ uncategorized_file: pdf(1_000_000) })).status).toBe(303);
  expect(await pageOf(`/disputes/${id}`)).toMatch(/Receipt or invoice .*251 kB Another file .*1001 kB/);
});

it('keeps what was typed when the gateway refuses it, and takes none for a decided dispute', async () => {
  const { id, uuid } = await disputed('inquiry');
  const refused = await owner.submit(`/disputes/${id}/evidence`, {
    customer_name: 'Typed before',
    uncategorized_text: 'refused_evidence',
  });
  expect(refused.status).toBe(422);
  expect(textIn(refused.html)).toContain('The gateway refused the answer: Test gateway: this evidence is refused.');
  expect(refused.html).toContain('value="Typed before"');
  const prefilled = Object.keys(
    formValues((await owner.get(`/disputes/${id}/evidence`)).html, `/disputes/${id}/evidence`),
  );
  const emptied = Object.fromEntries(prefilled.filter((name) => !name.startsWith('form_')).map((name) => [name, '']));
  const nothing = await owner.submit(`/disputes/${id}/evidence`, emptied);
  expect(nothing.status).toBe(422);
  const site = await siteOf();
  const { disputes } = service.service.opened.storage.of(site.id);
  const found = await disputes.find(id);
  const path = `/disputes/${id}/evidence`;
  const form = { ...formIn((await owner.get(path)).html, path), customer_name: 'Ada' };
  await disputes.save({ ...found!, state: 'won', closed_at: found!.opened_at });
  const decided = await owner.post(path, form);
  expect([decided.status, textIn(decided.html).includes('The dispute is decided')]).toEqual([422, true]);
  expect((await owner.get(`/disputes/${id}`)).html).not.toContain('id="evidence"');
  await disputes.save(found!);
  expect(uuid).not.toBe('');
});

it('is accepted by an operator who proves who they are, and is lost then', async () => {
  const { id, uuid } = await disputed();
  const late = await withRole(service, ['finance'], { provedAgo: 600_000 });
  expect((await late.get(`/disputes/${id}/accept`)).location).toContain('/prove?');
  const page = await owner.get(`/disputes/${id}/accept`);
  expect(page.html).toContain('Accept, and leave $29.74 to the customer');
  const sent = await owner.submit(`/disputes/${id}/accept`);
  expect([sent.status, sent.location]).toEqual([303, expect.stringContaining(`/disputes/${id}`)]);
  const { disputes } = service.service.opened.storage.of((await siteOf()).id);
  expect(await disputes.find(id)).toMatchObject({ accepted_at: Math.floor(service.clock.now() / 1000) });
  await service.dueWork();
  const after = await pageOf(`/disputes/${id}`);
  expect(after).toContain('Dispute of $29.74 lost');
  expect(after).toContain('the customer keeps the amount');
  expect(await pageOf(`/disputes/${id}/accept`)).toContain('There is nothing to accept: the dispute is decided.');
  const { storage } = service.service.opened;
  const [entry] = await storage.of((await siteOf()).id).auditLog.list({ action: 'dispute.accepted' }, 1);
  expect(entry).toMatchObject({ subject: uuid, changes: { amount: { from: null, to: '29.74 USD' } } });
});

it('is answered by roles that may, and an analyst sees no names in it', async () => {
  const { id } = await disputed();
  const analyst = await withRole(service, ['analyst']);
  const seen = (await analyst.get(`/disputes/${id}`)).html;
  expect(seen).not.toMatch(/Lovelace|ada@example/);
  expect(seen).not.toContain('id="evidence"');
  expect((await analyst.get(`/disputes/${id}/evidence`)).status).toBe(403);
  const developer = await withRole(service, ['developer']);
  expect((await developer.get(`/disputes/${id}`)).status).toBe(403);
  const support = await withRole(service, ['support']);
  const sent = await support.submit(`/disputes/${id}/evidence`, { product_description: 'A subscription' });
  expect(sent.status).toBe(303);
  expect(await pageOf(`/disputes/${id}`)).toContain(`${support.email} sent it`);
});

it('says of a refund that the payment is disputed, and leads to the dispute', async () => {
  const { id, uuid } = await disputed();
  const [, invoice = ''] = /href="(\/invoices\/\w+)"/.exec((await owner.get(`/payments/${uuid}`)).html) ?? [];
  const { html } = await owner.get(`${invoice}/refund`);
  expect(textIn(html)).toContain('A payment of the invoice is disputed.');
  expect(html).toContain(`href="/disputes/${id}">Open the dispute</a>`);
});

it('is not to be answered once it is accepted, before the worker has recorded the loss', async () => {
  const toAnswer = async () => Number(/(\d+) disputes? to answer/.exec(await pageOf('/'))?.[1]);
  const { id } = await disputed();
  const before = await toAnswer();
  const { disputes } = service.service.opened.storage.of((await siteOf()).id);
  const dispute = await disputes.find(id);
  if (!dispute) throw new Error('It was just reported.');
  const [accept, evidence] = [`/disputes/${id}/accept`, `/disputes/${id}/evidence`];
  const form = { ...formIn((await owner.get(evidence)).html, evidence), product_description: 'A subscription' };
  await disputes.save({ ...dispute, accepted_at: Math.floor(service.clock.now() / 1000) });
  expect(await toAnswer()).toBe(before - 1);
  expect((await owner.get('/')).html).not.toContain(id);
  const listed = async (state: string) => (await owner.get(`/disputes?state=${state}`)).html.includes(id);
  expect([await listed('unanswered'), await listed('answered'), await listed('undecided')]).toEqual([
    false,
    true,
    true,
  ]);
  const page = await pageOf(`/disputes/${id}`);
  expect(page).toMatch(/Dispute of \$29\.74 open accepted (now|\d+ seconds? ago)/);
  expect(page).toContain('It was accepted: the customer keeps the amount.');
  expect(page).not.toMatch(/Answer with evidence|days? left/);
  expect(await pageOf(`/disputes/${id}/accept`)).toContain(
    'There is nothing to accept: the dispute was accepted already.',
  );
  expect(await pageOf(evidence)).toContain('There is nothing to answer: the dispute was accepted already.');
  const late = await owner.post(evidence, form);
  expect([late.status, textIn(late.html)]).toEqual([422, expect.stringContaining('The dispute was accepted')]);
  expect((await owner.get(accept)).html).not.toContain('<form method="post" action="/disputes');
});

it('counts no answered dispute as open work, and says when it was answered', async () => {
  const toAnswer = async () => Number(/(\d+) disputes? to answer/.exec(await pageOf('/'))?.[1]);
  const { id } = await disputed();
  const before = await toAnswer();
  await owner.submit(`/disputes/${id}/evidence`, { product_description: 'A subscription' });
  expect(await toAnswer()).toBe(before - 1);
  expect((await owner.get('/')).html).not.toContain(id);
  const listed = async (state: string) => (await owner.get(`/disputes?state=${state}`)).html.includes(id);
  expect([await listed('unanswered'), await listed('answered'), await listed('undecided')]).toEqual([
    false,
    true,
    true,
  ]);
  expect(await pageOf('/disputes?state=answered')).not.toMatch(/days? left/);
  expect(await pageOf('/disputes?state=answered')).toMatch(/answered (now|\d+ seconds? ago)/);
  expect(await pageOf(`/disputes/${id}`)).toMatch(/Dispute of \$29\.74 open answered (now|\d+ seconds? ago)/);
  expect((await owner.get('/disputes?format=csv&columns=days_left,answered_at&state=answered')).html).toMatch(
    /days_left,answered_at\s+"?"?,\d{4}-/,
  );
});

it('says that evidence is too late once its day has passed', async () => {
  const { id } = await disputed();
  const fortnight = `<clock><advance_in_seconds>${15 * 86_400}</advance_in_seconds></clock>`;
  expect((await service.api('PUT', '/v2/sandbox/clock', fortnight)).status).toBe(200);
  expect(await pageOf('/disputes')).toContain('too late');
  expect(await pageOf(`/disputes/${id}`)).toContain('Dispute of $29.74 open too late');
  expect(await pageOf(`/disputes/${id}`)).toMatch(
    / until the bank decides\. Evidence was due on \d+ \w+ 2026, \d\d:\d\d ?: the bank may not read what is sent now\./,
  );
  expect(await pageOf('/')).toContain('too late');
});

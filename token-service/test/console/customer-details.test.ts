import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCustomer, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { formValues } from './form-values.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

const ADDRESS =
  '<address><address1>1 Main St</address1><zip>94105</zip><state>CA</state><country>US</country></address>';

/** A customer with an address in San Francisco. */
const customer = () => newCustomer(service, { account: `<first_name>Ada</first_name>${ADDRESS}` });
const emailOf = async (code: string) => textOf((await service.api('GET', `/v2/accounts/${code}`)).xml, 'email');

/** Fills the form of a customer as the page shows it, with what is typed, and sends it. */
const save = async (code: string, typed: Readonly<Record<string, string>>) => {
  const here = `/customers/${code}/edit`;
  const values = formValues((await owner.get(here)).html, here);
  return owner.post(here, { ...values, ...typed });
};
/** Sends the form again that a page has shown because something in it was wrong. */
const sendAgain = (code: string, html: string, typed: Readonly<Record<string, string>>) => {
  const here = `/customers/${code}/edit`;
  return owner.post(here, { ...formValues(html, here), ...typed });
};

it.each([
  ['email', 'max@example', 'Enter an email address such as ada@example.com.'],
  ['email', 'not an address', 'Enter an email address such as ada@example.com.'],
  ['first_name', 'A'.repeat(256), 'First name is too long (maximum is 255 characters).'],
  ['cc_emails', 'max@example.com, ada', 'Give email addresses with commas, such as ada@example.com, max@example.com.'],
  ['zip', 'ABC', 'The country has no such postal code.'],
  ['country', '', 'Choose the country of the address: taxes depend on it.'],
  ['country', 'XX', 'Country is not included in the list.'],
  ['phone', 'unknown', 'Phone is invalid.'],
  ['preferred_locale', 'Elvish', 'Enter the tag of a language, such as en, de-AT or pt-BR.'],
  ['preferred_time_zone', 'Europe/Nowhere', 'Choose a time zone from the list.'],
])('refuses %s “%s” under its field, and keeps what was typed', async (name, typed, problem) => {
  const { code } = await customer();
  const refused = await save(code, { [name]: typed, last_name: 'Kept' });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain(`<p class="problem" id="${name}-problem">${problem}</p>`);
  expect(refused.html).toContain('value="Kept"');
  expect(await emailOf(code)).toBe('ada@example.com');
});

it('chooses the time zone of the customer and the template of the next invoices, and goes back to those of the site', async () => {
  const { code } = await customer();
  const chosen = async () => {
    const { xml } = await service.api('GET', `/v2/accounts/${code}`, undefined, { 'X-Api-Version': '2.29' });
    const template = xml?.children.find(({ name }) => name === 'invoice_template')?.attributes.get('href');
    return [textOf(xml, 'preferred_time_zone'), template?.split('/').at(-1)];
  };
  const { html } = await owner.get(`/customers/${code}/edit`);
  const [, uuid = '', name] = /<select id="invoice_template_uuid".*?<option value="(\w+)">([^<]+)/s.exec(html) ?? [];
  expect(html).toContain('<option value="America/New_York">America/New York</option>');
  const typed = { preferred_time_zone: 'America/New_York', invoice_template_uuid: uuid };
  const { html: page } = await owner.get((await save(code, typed)).location);
  expect(await chosen()).toEqual(['America/New_York', uuid]);
  expect(textIn(page)).toContain(name);
  await save(code, { preferred_time_zone: '', invoice_template_uuid: '' });
  expect(await chosen()).toEqual(['', undefined]);
});

it('exempts the customer from taxes, with copies of mail and who sells, and takes it back', async () => {
  const { code } = await customer();
  const read = async () => {
    const { xml } = await service.api('GET', `/v2/accounts/${code}`, undefined, { 'X-Api-Version': '2.29' });
    const seller = xml?.children.find(({ name }) => name === 'override_business_entity')?.attributes.get('href');
    return [
      ...['cc_emails', 'tax_exempt', 'exemption_certificate', 'entity_use_code'].map((name) => textOf(xml, name)),
      seller?.split('/').at(-1),
    ];
  };
  const { html } = await owner.get(`/customers/${code}/edit`);
  const [, entity = ''] = /<select id="override_business_entity_id".*?<option value="(\w+)">/s.exec(html) ?? [];
  const typed = {
    tax_exempt: 'yes',
    exemption_certificate: 'EX-1',
    entity_use_code: 'E',
    cc_emails: 'max@example.com',
  };
  const saved = await save(code, { ...typed, override_business_entity_id: entity });
  expect(await read()).toEqual(['max@example.com', 'true', 'EX-1', 'E', entity]);
  expect(textIn((await owner.get(saved.location)).html)).toMatch(
    /Copies of mail to max@example.com Tax exempt yes Exemption certificate EX-1 Entity use code E/,
  );

  const here = `/customers/${code}/edit`;
  const { tax_exempt, ...unticked } = formValues((await owner.get(here)).html, here);
  expect(tax_exempt).toBe('yes');
  const refused = await owner.post(here, { ...unticked, entity_use_code: 'Z' });
  expect(textIn(refused.html)).toContain('Enter one letter, A to R.');
  // The form that is shown again has the box as it was sent.
  expect(formValues(refused.html, here)).not.toHaveProperty('tax_exempt');
  await owner.post(here, { ...unticked, entity_use_code: '', override_business_entity_id: '' });
  expect(await read()).toEqual(['max@example.com', 'false', 'EX-1', undefined, undefined]);
});

it('says before it is saved what another email address does, and afterwards who got mail', async () => {
  const { code, get } = await customer();
  const { html } = await owner.get(`/customers/${code}/edit`);
  expect(textIn(html)).toContain(
    'Another address ends the sessions of the customer and the links in earlier mail. A notice is sent to ada@example.com, and none to the new address.',
  );
  const saved = await save(code, { email: 'lovelace@example.com' });
  const { html: page } = await owner.get(saved.location);
  expect(textIn(page)).toContain(
    'The details were saved. The sessions of the customer, and the links in earlier mail, have ended. The customer is sent a notice that the email address was changed to ada@example.com.',
  );
  expect((await get('/account')).status).not.toBe(200);
});

it('promises no mail where the site sends none', async () => {
  const { code } = await customer();
  await service.changeDemoSite({ mail_off: ['email_changed'] });
  expect(textIn((await owner.get(`/customers/${code}/edit`)).html)).toContain('No mail is sent about it.');
  const saved = await save(code, { email: 'lovelace@example.com' });
  expect(textIn((await owner.get(saved.location)).html)).toContain(
    'The customer was not sent a mail: the settings of the site switch this mail off.',
  );
  await service.changeDemoSite({ mail_off: [] });
});

it('empties the email address only when that is confirmed', async () => {
  const { code } = await customer();
  const asked = await save(code, { email: '   ' });
  expect(asked.status).toBe(422);
  expect(textIn(asked.html)).toMatch(/would have no email address.* Remove the email address/);
  expect(await emailOf(code)).toBe('ada@example.com');
  const saved = await sendAgain(code, asked.html, { email: '', no_email: 'yes' });
  expect(saved.status).toBe(303);
  expect(await emailOf(code)).toBe('');
});

it('asks again where the details were changed meanwhile, and saves all the same', async () => {
  const { code } = await customer();
  const here = `/customers/${code}/edit`;
  const seen = formValues((await owner.get(here)).html, here);
  await service.api('PUT', `/v2/accounts/${code}`, '<account><last_name>Byron</last_name></account>');
  const asked = await owner.post(here, { ...seen, last_name: 'Lovelace' });
  expect(asked.status).toBe(409);
  expect(textIn(asked.html)).toMatch(/changed meanwhile by .*Demo.* It is now “Byron”\./);
  expect((await sendAgain(code, asked.html, {})).status).toBe(303);
  expect(textIn((await owner.get(`/customers/${code}`)).html)).toContain('Ada Lovelace');
});

it('saves other fields of a customer whose stored details break a rule of today', async () => {
  const { code } = await customer();
  const { opened } = service.service;
  const records = opened.storage.of((await opened.sites.find('demo'))?.id ?? '');
  const stored = await records.accounts.find(code);
  await records.accounts.save({ ...stored!, email: 'ada@localhost' });
  expect((await save(code, { last_name: 'Lovelace' })).status).toBe(303);
  expect(await emailOf(code)).toBe('ada@localhost');
});

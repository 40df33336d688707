import { account } from '@service/billing/resources/account.ts';
import { billingInfo } from '@service/billing/resources/billing-info.ts';
import { unprintable } from '@service/billing/resources/kind.ts';
import { purchase } from '@service/billing/resources/purchase.ts';
import { shippingAddress } from '@service/billing/resources/shipping-address.ts';
import type { Version } from '@service/billing/resources/version.ts';
import { Failure } from '@service/billing/values/failure.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parse } from './parse.ts';
import { read } from './read.ts';
import { render, renderList } from './write.ts';

const address = ({ endpoint, params }: { endpoint: string; params: object }) =>
  `https://api.example.com/${endpoint}/${Object.values(params).join('/')}`;
const rendering = (version: Version = '2.19') => ({ version, address });
const parsed = (xml: string) => parse(Buffer.from(xml));

const ada = {
  account_code: 'ada',
  state: 'active',
  username: null,
  email: 'ada@example.com',
  cc_emails: null,
  first_name: 'Ada',
  last_name: '',
  company_name: 'Smith & Sons <Ltd> "UK"',
  vat_number: null,
  tax_exempt: false,
  exemption_certificate: null,
  entity_use_code: null,
  address: { address1: '1 Main St', address2: null, city: null, state: null, zip: null, country: 'GB', phone: null },
  accept_language: null,
  hosted_login_token: 'a'.repeat(32),
  created_at: 1_700_000_000,
  updated_at: 1_700_000_000,
  closed_at: null,
  has_live_subscription: false,
  has_active_subscription: false,
  has_future_subscription: false,
  has_canceled_subscription: false,
  has_paused_subscription: false,
  has_past_due_invoice: false,
  preferred_locale: 'en-GB',
  custom_fields: [{ name: 'size', value: 'XL' }],
  has_billing_info: false,
  has_children: false,
  parent_account_code: null,
};

describe('rendering', () => {
  it('tells nil, empty and value apart, types what is not text, and escapes', () => {
    const xml = render(account, ada, rendering());
    expect(xml).toContain('<account href="https://api.example.com/account/ada">');
    expect(xml).toContain('<username nil="nil"/>');
    expect(xml).toContain('<last_name></last_name>');
    expect(xml).toContain('<tax_exempt type="boolean">false</tax_exempt>');
    expect(xml).toContain('<created_at type="datetime">2023-11-14T22:13:20Z</created_at>');
    expect(xml).toContain('<company_name>Smith &amp; Sons &lt;Ltd&gt; &quot;UK&quot;</company_name>');
    expect(xml).toContain('<custom_fields type="array">\n<custom_field>\n<name>size</name>');
  });

  it('leaves out relations that do not exist, and shows those that do', () => {
    expect(render(account, ada, rendering())).not.toMatch(/<(billing_info|child_accounts|parent_account)\b/);
    const family = { ...ada, has_billing_info: true, has_children: true };
    expect(render(account, family, rendering())).toContain(
      '<child_accounts href="https://api.example.com/child_accounts/ada"/>',
    );
  });

  it('leaves out a link whose target is not answered', () => {
    const nowhere = { version: '2.19' as const, address: () => undefined };
    expect(render(account, ada, nowhere)).not.toContain('href');
  });

  it.each([
    ['2.10', 'has_paused_subscription', false],
    ['2.11', 'has_paused_subscription', true],
    ['2.10', 'preferred_locale', false],
    ['2.11', 'preferred_locale', true],
    ['2.13', 'custom_fields', false],
    ['2.14', 'custom_fields', true],
    ['2.14', 'notes', false],
    ['2.15', 'notes', true],
  ] as const)('in %s shows %s: %s', (version, element, shown) => {
    expect(render(account, ada, rendering(version)).includes(`<${element}`)).toBe(shown);
  });

  it('offers an action only where it can be taken', () => {
    expect(render(account, ada, rendering())).not.toContain('<a ');
    const closed = render(account, { ...ada, state: 'closed' }, rendering());
    expect(closed).toContain('<a name="reopen" href="https://api.example.com/reopen_account/ada" method="put"/>');
  });

  it('marks a list as an array, an empty one too', () => {
    expect(renderList(account, [], rendering())).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<accounts type="array">\n</accounts>\n',
    );
  });
});

describe('reading', () => {
  const readAccount = (xml: string, version: Version = '2.19', mode: 'create' | 'update' = 'create') =>
    read(account, parsed(xml), { version, mode });

  it('takes absent, nil, empty and value for four things', () => {
    const { value } = readAccount(
      '<account><account_code>ada</account_code><email nil="nil"></email><first_name/><tax_exempt/><last_name>L</last_name></account>',
    );
    expect(value).toEqual({ account_code: 'ada', email: null, first_name: '', tax_exempt: null, last_name: 'L' });
    expect('username' in value).toBe(false);
  });

  it.each([
    ['<account><shoe_size>9</shoe_size></account>', 'shoe_size'],
    ['<account><__proto__>x</__proto__></account>', '__proto__'],
    ['<account><constructor/></account>', 'constructor'],
    ['<account><address><street>x</street></address></account>', 'street'],
    ['<account><email><b>x</b></email></account>', 'b'],
    ['<account><email>a@example.com</email><email>b@example.com</email></account>', 'email'],
  ])('refuses what the table does not accept there: %s', (xml, tag) => {
    const refused = () => readAccount(xml);
    expect(refused).toThrow(Failure);
    expect(refused).toThrow(expect.objectContaining({ symbol: 'invalid_xml', details: `Unacceptable tag <${tag}>` }));
  });

  it('ignores what clients read and cannot write, and what it has no use for', () => {
    const { value, issues } = readAccount(
      '<account><account_code>ada</account_code><state>closed</state><created_at>x</created_at><invoices href="/"/><vat_location_valid/></account>',
    );
    expect([value, issues]).toEqual([{ account_code: 'ada' }, []]);
  });

  it('names the version of an element that is too new', () => {
    const xml = '<account><preferred_locale>de</preferred_locale></account>';
    expect(() => readAccount(xml, '2.10')).toThrow(
      expect.objectContaining({ details: 'Unacceptable tag <preferred_locale>: it needs X-Api-Version 2.11 or later' }),
    );
    const readMethod = (inner: string) =>
      read(billingInfo, parsed(`<billing_info>${inner}</billing_info>`), { version: '2.22', mode: 'update' });
    expect(() => readMethod('<card_network_preference>visa</card_network_preference>')).toThrow(
      expect.objectContaining({
        details: 'Unacceptable tag <card_network_preference>: it needs X-Api-Version 2.29 or later',
      }),
    );
    expect(readAccount('<account><custom_fields/></account>', '2.10', 'update').value).toEqual({});
  });

  it('gates elements by version on the way in', () => {
    const xml = '<account><account_code>a</account_code><preferred_locale>de</preferred_locale></account>';
    expect(readAccount(xml, '2.11').value.preferred_locale).toBe('de');
    expect(() => readAccount(xml, '2.10')).toThrow(Failure);
  });

  it('finds everything that is wrong at once, by dotted name', () => {
    const { issues } = readAccount(
      '<account><email>invalid</email><address><country>Germany</country></address>' +
        '<shipping_addresses><shipping_address><first_name>A</first_name></shipping_address></shipping_addresses></account>',
    );
    expect(issues).toEqual([
      { field: 'account.email', symbol: 'invalid_email' },
      { field: 'account.address.country', symbol: 'inclusion' },
      ...['last_name', 'address1', 'city', 'state', 'zip', 'country'].map((name) => ({
        field: `account.shipping_addresses[0].${name}`,
        symbol: 'blank',
      })),
      { field: 'account.account_code', symbol: 'blank' },
    ]);
  });

  it('leaves a blank in place of a word that is too long', () => {
    const codes = ['TIDE15', 'x'.repeat(51), 'WELCOME5'].map((code) => `<coupon_code>${code}</coupon_code>`).join('');
    const xml = `<purchase><currency>USD</currency><coupon_codes>${codes}</coupon_codes></purchase>`;
    const { value, issues } = read(purchase, parsed(xml), { version: '2.19', mode: 'create' });
    expect(value.coupon_codes).toEqual(['TIDE15', '', 'WELCOME5']);
    expect(issues).toContainEqual({ field: 'purchase.coupon_codes[1]', symbol: 'too_long', count: 50 });
  });

  it('requires nothing on an update, but does not let a required field be cleared', () => {
    const update = (xml: string) => read(shippingAddress, parsed(xml), { version: '2.19', mode: 'update' });
    expect(update('<shipping_address><nickname>home</nickname></shipping_address>').issues).toEqual([]);
    expect(update('<shipping_address><city nil="nil"/></shipping_address>').issues).toEqual([
      { field: 'shipping_address.city', symbol: 'blank' },
    ]);
  });

  it('takes a second name for the first, which wins', () => {
    const update = (xml: string) => read(shippingAddress, parsed(xml), { version: '2.19', mode: 'update' }).value;
    expect(update('<shipping_address><company>Two</company></shipping_address>')).toEqual({ company_name: 'Two' });
    expect(
      update('<shipping_address><company>Two</company><company_name>One</company_name></shipping_address>'),
    ).toEqual({ company_name: 'One' });
  });

  it('holds a card number as a secret', () => {
    const { value } = read(billingInfo, parsed('<billing_info><number>4111111111111111</number></billing_info>'), {
      version: '2.19',
      mode: 'update',
    });
    expect(JSON.stringify(value)).toBe('{"number":"[secret]"}');
  });
});

test('what is rendered reads back as it was, whatever it says', () => {
  const text = fc
    .string({ unit: 'binary', maxLength: 40 })
    .filter((value) => value.isWellFormed() && !unprintable(value));
  const given = fc.record({
    first_name: fc.option(text),
    last_name: text,
    company_name: text,
    username: fc.option(text),
  });
  fc.assert(
    fc.property(given, (names) => {
      const xml = render(account, { ...ada, ...names }, { version: '2.19', address: () => undefined });
      const kept = parsed(xml).children.filter(({ name }) => name in names);
      const sent = { name: 'account', attributes: new Map(), children: kept, text: '' };
      const { value, issues } = read(account, sent, { version: '2.19', mode: 'update' });
      expect(value).toEqual(names);
      expect(issues).toEqual([]);
    }),
  );
});

import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('the notes of a subscription', (service) => {
  const put = (uuid: string, inner: string, headers?: Record<string, string>) =>
    service().api('PUT', `/v2/subscriptions/${uuid}/notes`, `<subscription>${inner}</subscription>`, headers);
  const subscribed = async (): Promise<string> => {
    const token = await service().token({ country: 'US', postal_code: '94105' });
    const account = `<account><account_code>${fresh('noted')}</account_code><billing_info><token_id>${token}</token_id></billing_info></account>`;
    const answer = await service().api(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>tideline</plan_code><currency>USD</currency>${account}</subscription>`,
    );
    expect(answer.status, answer.text).toBe(201);
    return textOf(answer.xml, 'uuid') ?? '';
  };
  const events = async () => {
    const { sites, storage } = service().service.opened;
    const site = await sites.find('demo');
    return (await storage.of(site?.id ?? '').events.after(undefined, 10_000)).length;
  };

  it('are texts, a gateway and custom fields, and change nothing else', async () => {
    const uuid = await subscribed();
    const before = await events();
    service().clock.advance({ seconds: 5 });
    const answer = await put(
      uuid,
      `<customer_notes>Thank you</customer_notes><terms_and_conditions nil="nil"/>
       <custom_fields><custom_field><name>size</name><value>L</value></custom_field></custom_fields>`,
    );
    expect(answer.status, answer.text).toBe(200);
    expect(textOf(answer.xml, 'customer_notes')).toBe('Thank you');
    expect(textOf(within(answer.xml, 'custom_fields', 'custom_field'), 'value')).toBe('L');
    const removed = await put(
      uuid,
      '<custom_fields><custom_field><name>size</name><value/></custom_field></custom_fields>',
    );
    expect(within(removed.xml, 'custom_fields')?.children).toEqual([]);
    expect(textOf(removed.xml, 'customer_notes')).toBe('Thank you');
    expect(await events()).toBe(before);
  });

  it.each([
    '<quantity>2</quantity>',
    '<timeframe>now</timeframe>',
    '<po_number>7</po_number>',
    '<currency>USD</currency>',
    '<subscription_add_ons/><plan_code>nowhere</plan_code><bulk>true</bulk><state>expired</state>',
  ])('change nothing by the rest of the record, which clients send along: %s', async (inner) => {
    const uuid = await subscribed();
    const answer = await put(uuid, `${inner}<customer_notes>Thank you</customer_notes>`);
    expect(answer.status, answer.text).toBe(200);
    expect(['quantity', 'po_number', 'currency', 'state'].map((name) => textOf(answer.xml, name))).toEqual([
      '1',
      '',
      'USD',
      'active',
    ]);
  });

  it('refuse an element of no record', async () => {
    const answer = await put(await subscribed(), '<shoe_size>9</shoe_size>');
    expect([answer.status, textOf(answer.xml, 'symbol')]).toEqual([400, 'invalid_xml']);
  });

  it('know custom fields from 2.14 and the gateway from 2.17 on', async () => {
    const uuid = await subscribed();
    const status = async (inner: string, version: string) =>
      (await put(uuid, inner, { 'X-Api-Version': version })).status;
    expect(
      await status(
        '<custom_fields><custom_field><name>size</name><value>M</value></custom_field></custom_fields>',
        '2.13',
      ),
    ).toBe(400);
    expect(await status('<gateway_code>test</gateway_code>', '2.16')).toBe(400);
    const unknown = await put(uuid, '<gateway_code>elsewhere</gateway_code>', { 'X-Api-Version': '2.17' });
    expect(findings(unknown.xml)).toEqual(['subscription.gateway_code not_found']);
  });

  it('report an unknown custom field, and an unknown subscription', async () => {
    const unknown = await put(
      await subscribed(),
      '<custom_fields><custom_field><name>shoe</name><value>9</value></custom_field></custom_fields>',
    );
    expect(findings(unknown.xml)).toEqual(['subscription.custom_fields[0].name invalid']);
    expect((await put('0'.repeat(32), '<customer_notes>x</customer_notes>')).status).toBe(404);
  });
});

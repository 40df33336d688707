import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { CALIFORNIA, cents, charges, hrefOf, listed, shopOf, type Xml } from './refund-shop.ts';

/** Name, type, rate and amount of each tax of a record. */
const taxesOf = (record: Xml) =>
  listed(record, 'tax_details').map((tax) =>
    ['name', 'type', 'tax_type', 'tax_region', 'tax_rate', 'tax_in_cents'].map((name) => textOf(tax, name)),
  );

onBothEngines('the taxes of an invoice', (service) => {
  const { api, buy } = shopOf(service);
  const at = (version: string, path: string) => api('GET', path, undefined, { 'X-Api-Version': version });

  it('are summed up for each tax, and shown as the version has them', async () => {
    const invoice = await buy(fresh('details'), charges([1000], [333]), CALIFORNIA);
    // 13.33 x 8.75 % = 1.166, spread to 0.88 and 0.29.
    const latest = (await at('2.29', hrefOf(invoice))).xml;
    expect(taxesOf(latest)).toEqual([['CA', 'state', 'usst', 'CA', '0.0875', '117']]);
    expect(listed(latest, 'line_items').map((line) => taxesOf(line)[0]?.at(-1))).toEqual(['88', '29']);
    expect(textOf(latest, 'used_tax_service')).toBe('true');

    const earlier = (await at('2.27', hrefOf(invoice))).xml;
    expect(taxesOf(earlier)).toEqual([['CA', 'state', undefined, undefined, '0.0875', '117']]);
    expect(within(earlier, 'used_tax_service')).toBeUndefined();
    expect(taxesOf((await at('2.26', hrefOf(invoice))).xml)).toEqual([]);

    const refunded = await api('POST', `${hrefOf(invoice)}/refund`, '<invoice/>', { 'X-Api-Version': '2.29' });
    expect(taxesOf(refunded.xml)).toEqual([['CA', 'state', 'usst', 'CA', '0.0875', '-117']]);
    expect(textOf(refunded.xml, 'used_tax_service')).toBe('true');
  });

  it('say that the tax service was not asked about what is exempt', async () => {
    const exempt =
      '<adjustments><adjustment><unit_amount_in_cents>500</unit_amount_in_cents><tax_exempt>true</tax_exempt></adjustment></adjustments>';
    const invoice = (await at('2.29', hrefOf(await buy(fresh('exempt'), exempt, CALIFORNIA)))).xml;
    expect([textOf(invoice, 'used_tax_service'), taxesOf(invoice)]).toEqual(['false', []]);
  });

  it('follow the addresses that a charge names as its origin and destination', async () => {
    const sold = async (code: string, sources: string) => {
      const card = await service().token({ country: 'FR' });
      const charge = `<adjustment><unit_amount_in_cents>1000</unit_amount_in_cents>${sources}</adjustment>`;
      return api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${code}</account_code><billing_info><token_id>${card}</token_id></billing_info></account><currency>USD</currency><adjustments>${charge}</adjustments></purchase>`,
        { 'X-Api-Version': '2.29' },
      );
    };
    const sources =
      '<origin_tax_address_source>origin</origin_tax_address_source><destination_tax_address_source>destination</destination_tax_address_source>';
    const { xml } = await sold(fresh('sources'), sources);
    const [line] = listed(within(xml, 'charge_invoice'), 'line_items');
    expect(['origin_tax_address_source', 'destination_tax_address_source'].map((name) => textOf(line, name))).toEqual([
      'origin',
      'destination',
    ]);
    expect(cents(line, 'tax')).toBe(200);
    const wrong = await sold(fresh('wrong'), '<origin_tax_address_source>moon</origin_tax_address_source>');
    expect([wrong.status, findings(wrong.xml)]).toEqual([
      422,
      ['purchase.adjustments[0].origin_tax_address_source inclusion'],
    ]);
  });
});

import { expect, it } from 'vitest';
import { textOf } from '../service.ts';
import { onBothEngines } from '../stories/engines.ts';
import { formIn, newCustomer, textIn } from './customer.ts';

const LIST = '/account/payment-methods';

onBothEngines('the customer’s payment methods', (service) => {
  const methodsOf = async (code: string) => {
    const path = `/v2/accounts/${code}/billing_infos`;
    const { xml } = await service().api('GET', path, undefined, { 'X-Api-Version': '2.29' });
    return (xml?.children ?? []).map((one) => ({
      uuid: textOf(one, 'uuid') ?? '',
      last_four: textOf(one, 'last_four'),
      primary: textOf(one, 'primary_payment_method'),
    }));
  };

  it('are seen, added, chosen and removed', async () => {
    const customer = await newCustomer(service());
    const overview = await customer.get('/account');
    expect(overview.html).toContain(`href="${LIST}"`);
    const page = textIn((await customer.get(LIST)).html);
    expect(page).toContain('Visa ending in 1111');
    expect(page).toContain('Used for your payments');
    expect(page).toContain('Add another payment method');

    expect(page.match(/Replace payment method/g)).toHaveLength(1);
    const adding = '/account/payment-method?add=1';
    const form = textIn((await customer.get(adding)).html);
    expect(form).toContain('Add another payment method');
    expect(form).toContain('Nothing is charged today. It is used once you choose it.');
    const token = await service().token({ number: '5555555555554444' });
    const { html } = await customer.get(adding);
    const saved = await customer.post(adding, { ...formIn(html, '/account/payment-method\\?add=1'), token });
    expect(saved.location).toBe('/account?done=payment');
    const [visa, mastercard] = await methodsOf(customer.code);
    expect([visa?.last_four, mastercard?.last_four]).toEqual(['1111', '4444']);

    const chosen = await customer.submit(LIST, {}, `${LIST}/${mastercard?.uuid}/use`);
    expect(textIn((await customer.arrive(chosen.location)).html)).toContain(
      'Your payments use this payment method from now on.',
    );
    expect((await methodsOf(customer.code))[0]).toMatchObject({ last_four: '4444', primary: 'true' });

    const removed = await customer.submit(LIST, {}, `${LIST}/${visa?.uuid}/remove`);
    expect(textIn((await customer.arrive(removed.location)).html)).toContain('The payment method is removed.');
    expect((await methodsOf(customer.code)).map(({ last_four }) => last_four)).toEqual(['4444']);
  });

  it('are only those of the customer, and the one that pays stays', async () => {
    const [customer, stranger] = [await newCustomer(service()), await newCustomer(service())];
    const path = `/v2/accounts/${customer.code}/billing_infos`;
    const body = `<billing_info><token_id>${await service().token({ number: '5555555555554444' })}</token_id></billing_info>`;
    expect((await service().api('POST', path, body, { 'X-Api-Version': '2.29' })).status).toBe(201);
    const [own, spare] = await methodsOf(customer.code);
    const [foreign] = await methodsOf(stranger.code);
    for (const uuid of [foreign?.uuid, own?.uuid]) {
      const { html } = await customer.get(LIST);
      const refused = await customer.post(`${LIST}/${uuid}/remove`, formIn(html, `${LIST}/${spare?.uuid}/remove`));
      expect(refused.location).toBe('/account?done=stale');
    }
    expect(await methodsOf(stranger.code)).toHaveLength(1);
    expect(await methodsOf(customer.code)).toHaveLength(2);
  });
});

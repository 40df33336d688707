import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';

let service: TestService;
let owner: OperatorBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

const cents = (text: string): number => Math.round(Number(text.replaceAll(/[$,]/g, '').replace('−', '-')) * 100);

/** The groups of the table: the amounts of their lines, and their sum. Then the amount of its foot. */
const amountsIn = (html: string) => {
  const [, table = ''] = /<table class="draft"[^>]*>(.*?)<\/table>/s.exec(html) ?? [];
  const amounts = (part: string): number[] =>
    [...part.matchAll(/<td class="number">([^<]+)</g)].map(([, text = '']) => cents(text));
  const bodies = [...table.matchAll(/<tbody>(.*?)<\/tbody>/gs)].map(([, body = '']) => {
    const all = amounts(body);
    return body.includes('class="sum"') ? { lines: all.slice(0, -1), sum: all.at(-1) ?? 0 } : { lines: all };
  });
  return { bodies, due: amounts(table.split('<tfoot>')[1] ?? '')[0] };
};
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const expectToAddUp = (html: string): void => {
  const { bodies, due } = amountsIn(html);
  expect(bodies.length).toBeGreaterThan(0);
  for (const { lines, sum } of bodies) if (sum !== undefined) expect(sumOf(lines)).toBe(sum);
  expect(sumOf(bodies.map(({ lines, sum }) => sum ?? sumOf(lines)))).toBe(due);
};

it('shows a change whose lines add up, credit that is left and what it pays next', async () => {
  const { path } = await newSubscriber(
    service,
    '<quantity>2</quantity><unit_amount_in_cents>1999</unit_amount_in_cents>',
  );
  const asked = (values: string) => owner.get(`${path}/change?unit_amount=&timeframe=now&${values}`);

  const more = await asked('plan_code=tideline&quantity=9');
  expectToAddUp(more.html);
  expect(textIn(more.html)).toMatch(
    /Credits and charges now Tideline .* CA sales tax \(8\.75%\) \$12\.24 Due now \$152\.17/,
  );
  expect(textIn(more.html)).toContain('Tideline, every month, as agreed Tideline, by the year, $199.00 every year');

  const yearly = await asked('plan_code=tideline-yearly&quantity=2');
  expectToAddUp(yearly.html);
  expect(amountsIn(yearly.html).bodies.filter(({ sum }) => sum !== undefined)).toHaveLength(2);
  expect(textIn(yearly.html)).toMatch(/Tideline .* Credited −\$43\.48 2 × .* Charged \$\d.* Due now \$/);

  const fewer = await asked('plan_code=tideline&quantity=1');
  expectToAddUp(fewer.html);
  expect(textIn(fewer.html)).toMatch(/Credited −\$21\.74 Stays with the customer as credit \$21\.74 Due now \$0\.00/);
  expect(textIn(fewer.html)).toContain('Change and give $21.74 of credit');
  expect(textIn(fewer.html)).toContain('Next invoice on 20 Dec 2026: $21.74, paid from credit');

  await owner.submit(`${path}/change?plan_code=tideline&quantity=1&unit_amount=&timeframe=now`, {}, `${path}/change`);
  const after = await owner.get(path);
  expect(textIn(after.html)).toMatch(/Next invoice \$0\.00 is due on 20 Dec 2026, .*: \$21\.74, paid from credit/);
  expectToAddUp(after.html);
});

it('charges and credits as much of the period as the operator says, if the change takes effect now', async () => {
  const { path } = await newSubscriber(service);
  const asked = (values: string) => owner.get(`${path}/change?plan_code=tideline&quantity=1&unit_amount=&${values}`);

  const usual = await asked('timeframe=now&unit_amount=39.99');
  expect(textIn(usual.html)).toMatch(/Due now \$21\.75/);
  expect(usual.html).toContain('<details class="further"><summary>What is charged');
  // A dearer price of the same plan charges the difference, and credits nothing.
  const nothingCharged = await asked('timeframe=now&unit_amount=39.99&charge=none');
  expect(nothingCharged.html).toContain('<option value="none" selected>Nothing</option>');
  expect(nothingCharged.html).toContain('<details class="further" open><summary>What is charged');
  expect(textIn(nothingCharged.html)).toMatch(
    /Afterwards Tideline \$39\.99 every month .*Credits and charges now Nothing is charged now\. Change now/,
  );
  const yearly = await owner.get(`${path}/change?plan_code=tideline-yearly&quantity=1&timeframe=now&credit=none`);
  expectToAddUp(yearly.html);
  expect(textIn(yearly.html)).not.toContain('Credited −');
  const later = await asked('timeframe=bill_date&unit_amount=39.99&charge=none');
  expect(textIn(later.html)).toMatch(/Proration settings is invalid: only a change with the timeframe now takes it/);
  expect(later.html).toContain('<details class="further" open><summary>What is charged');

  const done = await owner.arrive(
    `${path}/change?plan_code=tideline&quantity=1&unit_amount=39.99&timeframe=now&charge=none&credit=none`,
    {},
    `${path}/change`,
  );
  expect(textIn(done.html)).toMatch(/The subscription is now Tideline, \$39\.99 every month\. /);
  expect(textIn(done.html)).not.toContain('was charged');
});

it('gives a subscription a shipping method with its fee, to an address of the customer', async () => {
  const { account, path } = await newSubscriber(service);
  const change = `${path}/change`;
  // Nothing can be shipped to a customer without an address.
  expect((await owner.get(change)).html).not.toContain('shipping_method_code');
  const address = `<shipping_address><nickname>Boat shed</nickname><first_name>Ada</first_name><last_name>Lovelace</last_name>
    <address1>1 Quay</address1><city>San Francisco</city><state>CA</state><zip>94105</zip><country>US</country></shipping_address>`;
  const added = await service.api('POST', `/v2/accounts/${account}/shipping_addresses`, address);
  const [, id = ''] = /<id[^>]*>(\d+)</.exec(added.text) ?? [];
  const form = await owner.get(change);
  expect(form.html).toContain(`<option value="${id}">Boat shed, 1 Quay, San Francisco, United States</option>`);
  const asked = (values: string) =>
    owner.get(`${change}?plan_code=tideline&quantity=1&unit_amount=&timeframe=now&${values}`);

  const nowhere = await asked('shipping_method_code=parcel&shipping_amount=5');
  expect(textIn(nowhere.html)).toMatch(/A shipping method needs an address to ship to/);
  expect(nowhere.html).toContain('id="shipping_address_id-problem"');
  const unclear = await asked(`shipping_method_code=parcel&shipping_amount=&shipping_address_id=${id}`);
  expect(textIn(unclear.html)).toMatch(/The shipping fee must be an amount such as 5\.00/);
  const priced = await asked(`shipping_method_code=parcel&shipping_amount=5&shipping_address_id=${id}`);
  expectToAddUp(priced.html);
  expect(textIn(priced.html)).toMatch(
    /Afterwards Tideline \$19\.99 every month, shipped for \$5\.00 .*Parcel .* \$5\.00/,
  );

  const chosen = `plan_code=tideline&quantity=1&unit_amount=&timeframe=now&shipping_method_code=parcel&shipping_amount=5&shipping_address_id=${id}`;
  const done = await owner.arrive(`${change}?${chosen}`, {}, change);
  expect(textIn(done.html)).toMatch(
    /is now Tideline, \$19\.99 every month, shipped for \$5\.00\. \$\d\.\d\d was charged/,
  );
  // What the form does not name stays, and what it empties is taken away.
  const again = await owner.get(change);
  expect(again.html).toMatch(/name="shipping_amount" value="5\.00"/);
  expect(again.html).toContain('<option value="parcel" selected>Parcel</option>');
  const kept = await owner.arrive(`${change}?plan_code=tideline&quantity=2&timeframe=now`, {}, change);
  expect(textIn(kept.html)).toMatch(/× 2 every month, shipped for \$5\.00/);
  const none = `plan_code=tideline&quantity=2&unit_amount=&timeframe=now&shipping_method_code=&shipping_amount=5.00`;
  const without = await owner.arrive(`${change}?${none}`, {}, change);
  expect(textIn(without.html)).toMatch(/The subscription is now Tideline, \$19\.99 × 2 every month\./);
  const { text } = await service.api('GET', `/v2${path}`, undefined, { 'X-Api-Version': '2.29' });
  expect(text).toContain('<shipping_method_code nil="nil"/>');
});

it('says that a change waits, where the site lets changes wait for the renewal', async () => {
  const { path } = await newSubscriber(service);
  await service.changeDemoSite({ upgrade_proration: 'at_renewal' });
  const change = `${path}/change`;
  const asked = await owner.get(`${change}?plan_code=tideline&quantity=4&unit_amount=&timeframe=now`);
  expect(textIn(asked.html)).toMatch(
    /It takes effect at the end of the period\. Nothing is charged now.*Schedule the change/,
  );
  await service.changeDemoSite({ upgrade_proration: 'prorate' });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';

let service: TestService;
let owner: OperatorBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

/** Sells two seats for $19.99 a month in San Francisco, whose sales tax is billed. */
const subscribe = async (): Promise<string> => {
  const account = fresh('seats');
  const token = await service.token({ country: 'US', state: 'CA', postal_code: '94105' });
  const { xml } = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${account}</account_code><billing_info><token_id>${token}</token_id></billing_info></account>` +
      '<currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code><quantity>2</quantity><unit_amount_in_cents>1999</unit_amount_in_cents></subscription></subscriptions></purchase>',
  );
  const number = textOf(xml, 'charge_invoice', 'invoice_number') ?? '';
  const { xml: found } = await service.api('GET', `/v2/invoices/${number}/subscriptions`);
  return `/subscriptions/${textOf(found?.children[0], 'uuid')}`;
};

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
  const path = await subscribe();
  const asked = (values: string) => owner.get(`${path}/change?unit_amount=&timeframe=now&${values}`);

  const more = await asked('plan_code=tideline&quantity=9');
  expectToAddUp(more.html);
  expect(textIn(more.html)).toMatch(/What is due now Tideline .* CA sales tax \(8\.75%\) \$12\.24 Due now \$152\.17/);
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

import { explanationText } from '@service/billing/domain/invoices/explain.ts';
import { explainInvoiceNamed } from '@service/billing/queries/invoices/explanations.ts';
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

it('begins the explanation of a change with a plain sentence, and folds the seconds', async () => {
  const { path } = await newSubscriber(
    service,
    '<quantity>2</quantity><unit_amount_in_cents>1999</unit_amount_in_cents>',
  );
  service.clock.advance({ days: 10 });
  owner = await demoOwner(service);
  await owner.submit(`${path}/change?plan_code=tideline&quantity=9&unit_amount=&timeframe=now`, {}, `${path}/change`);
  const [, number = ''] = /href="\/invoices\/(\d+)"/.exec((await owner.get(path)).html) ?? [];
  const { html } = await owner.get(`/invoices/${number}`);
  const plain =
    /Changed from 2 × 19\.99 USD to 9 × 19\.99 USD: \d+\.\d\d USD more for the part of 1 month that is left\./;
  expect(html).toMatch(new RegExp(`<p>${plain.source}</p><details class="hints">`));
  expect(textIn(html)).toMatch(/To the second and the cent Period: .* seconds\)/);

  const site = (await service.service.opened.sites.find('demo'))!;
  const printed = explanationText(await explainInvoiceNamed(service.service.opened)({ site }, number));
  expect(printed).toMatch(plain);
  expect(printed.search(plain)).toBeLessThan(printed.indexOf('Period:'));
});

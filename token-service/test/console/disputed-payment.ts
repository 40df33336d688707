import { simulateReport } from '@service/billing/usecases/disputes/simulate-report.ts';
import { fresh, type TestService, textOf } from '../service.ts';

/** A payment that its cardholder disputes. Returns the id of the dispute, and the payment. */
export const disputedPayment = async (service: TestService, what: 'inquiry' | 'dispute' = 'dispute') => {
  const token = await service.token({ country: 'DE', postal_code: '50667' });
  const { xml } = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${fresh('holder')}</account_code><email>ada@example.com</email><first_name>Ada</first_name><last_name>&lt;i&gt;Lovelace</last_name>` +
      `<billing_info><token_id>${token}</token_id></billing_info></account><currency>USD</currency>` +
      '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions></purchase>',
  );
  const uuid = textOf(xml, 'charge_invoice', 'transactions', 'transaction', 'uuid') ?? '';
  const site = (await service.service.opened.sites.find('demo'))!;
  const at = Math.floor(service.clock.now() / 1000) + site.clock_offset;
  const world = { ids: { uuid: () => fresh('report').replaceAll('-', '').padEnd(32, '0') } };
  const caller = { site, at, actor: 'command line:test', correlation: 'test' };
  await simulateReport({ storage: service.service.opened.storage, world: world as never })(caller, uuid, what);
  await service.dueWork();
  await service.service.mail?.idle();
  const [dispute] = await service.service.opened.storage.of(site.id).disputes.undecidedOf(uuid);
  return { id: dispute?.id ?? '', uuid };
};

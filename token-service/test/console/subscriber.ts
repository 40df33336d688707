import { fresh, type TestService, textOf } from '../service.ts';

export interface Subscriber {
  readonly account: string;
  /** Number of the first invoice. */
  readonly invoice: string;
  /** Path of the subscription in the console. */
  readonly path: string;
}

/** Sells the monthly plan of the demo site in San Francisco; `terms` are further elements of the subscription. */
export const newSubscriber = async (service: TestService, terms = ''): Promise<Subscriber> => {
  const account = fresh('subscriber');
  const token = await service.token({ country: 'US', state: 'CA', postal_code: '94105' });
  const { xml } = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${account}</account_code><email>${account}@example.com</email><billing_info><token_id>${token}</token_id></billing_info></account>` +
      `<currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code>${terms}</subscription></subscriptions></purchase>`,
  );
  const invoice = textOf(xml, 'charge_invoice', 'invoice_number') ?? '';
  const { xml: found } = await service.api('GET', `/v2/invoices/${invoice}/subscriptions`);
  return { account, invoice, path: `/subscriptions/${textOf(found?.children[0], 'uuid')}` };
};

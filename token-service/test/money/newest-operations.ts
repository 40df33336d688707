import { type ApiResponse, type TestService, textOf, within } from '../service.ts';
import { HARBOUR_UNIT, newestCatalogue, newestParts } from './newest-parts.ts';
import type { Random } from './random.ts';
import { element } from './random-parts.ts';

type Xml = ApiResponse['xml'];

interface Shop {
  readonly api: TestService['api'];
  readonly random: Random;
  /** Returns the account of a purchase, an old or a new one, with or without a payment method. */
  readonly buyer: () => string;
  readonly oldAccount: () => string;
  readonly someInvoice: () => Promise<string>;
  readonly card: () => string;
  readonly currency: () => string;
  readonly coupons: () => string;
}

const NEWEST = { 'X-Api-Version': '2.29' };
const listed = (xml: Xml, name: string) => within(xml, name)?.children ?? [];

/** Operations of a merchant that uses what the newest version of the API sells. */
export const newestOperations = (shop: Shop) => {
  const { random, oldAccount } = shop;
  const parts = newestParts(random);
  const api = (method: string, path: string, body?: string) => shop.api(method, path, body, NEWEST);

  const createCatalogue = async (): Promise<void> => {
    const create = async (path: string, body: string): Promise<Xml> => {
      const { status, xml, text } = await api('POST', path, body);
      if (status !== 201) throw new Error(`${path}: ${text}`);
      return xml;
    };
    const unit = textOf(await create('/v2/measured_units', HARBOUR_UNIT), 'id') ?? '';
    for (const [path, body] of newestCatalogue(unit)) await create(path, body);
  };
  let catalogue: Promise<void> | undefined;
  const catalogueIsThere = (): Promise<void> => {
    catalogue ??= createCatalogue();
    return catalogue;
  };

  /** The totals of the invoices that a purchase makes. */
  const totalsOf = (xml: Xml): string =>
    ['subtotal_before_discount', 'discount', 'subtotal', 'tax', 'total']
      .map((name) => textOf(within(xml, 'charge_invoice'), `${name}_in_cents`))
      .join(' ');

  /** Buys what was previewed, and compares the invoice with the preview. */
  const buy = async () => {
    await catalogueIsThere();
    const subscriptions = Array.from(
      {
        length: random.weighed([
          [2, 0],
          [5, 1],
          [2, 2],
        ] as const),
      },
      () => element('subscription', parts.subscription()),
    );
    const body = element(
      'purchase',
      shop.buyer() +
        element('currency', shop.currency()) +
        parts.charges() +
        element('subscriptions', subscriptions.join('')) +
        parts.fees() +
        (random.percent(25) ? shop.coupons() : '') +
        (random.percent(10) ? '<collection_method>manual</collection_method><net_terms>10</net_terms>' : ''),
    );
    const seen = await api('POST', '/v2/purchases/preview', body);
    const sold = await api('POST', '/v2/purchases', body);
    if (sold.status === 200 && seen.status === 200 && totalsOf(sold.xml) !== totalsOf(seen.xml))
      throw new Error(`A preview of ${totalsOf(seen.xml)} became an invoice of ${totalsOf(sold.xml)}: ${body}`);
    if (sold.status === 200 && seen.status !== 200) throw new Error(`A purchase has no preview: ${seen.text}`);
    return sold;
  };

  const someSubscription = async (is: (one: Xml) => boolean = () => true): Promise<Xml> => {
    const live = '/v2/subscriptions?state=live&sort=created_at&order=desc&per_page=40';
    return random.pick(((await api('GET', live)).xml?.children ?? []).filter(is));
  };
  const usageOf = (subscription: Xml) =>
    listed(subscription, 'subscription_add_ons').filter((one) => textOf(one, 'add_on_type') === 'usage');

  /** Changes a subscription as it was previewed. */
  const changeTerms = async () => {
    const uuid = textOf(await someSubscription(), 'uuid') ?? 'none';
    const body = element('subscription', parts.terms());
    const seen = await api('POST', `/v2/subscriptions/${uuid}/preview`, body);
    const changed = await api('PUT', `/v2/subscriptions/${uuid}`, body);
    const [shown, billed] = [seen, changed].map(({ xml }) => totalsOf(within(xml, 'invoice_collection')));
    if (changed.status === 200 && shown !== billed)
      throw new Error(`A preview of ${shown} became an invoice of ${billed}: ${body}`);
    return changed;
  };

  /** Binds a subscription to one of the payment methods of its account, or to none. */
  const choosePayer = async () => {
    const subscription = await someSubscription();
    const account = within(subscription, 'account')?.attributes.get('href') ?? '';
    if (!subscription) return undefined;
    const methods = (await api('GET', `${new URL(account).pathname}/billing_infos`)).xml?.children ?? [];
    const uuid = random.percent(75) ? (textOf(random.pick(methods), 'uuid') ?? '') : '';
    const chosen = uuid ? element('billing_info_uuid', uuid) : '<billing_info_uuid nil="nil"/>';
    return api('PUT', `/v2/subscriptions/${textOf(subscription, 'uuid')}`, element('subscription', chosen));
  };

  const use = async () => {
    const subscription = await someSubscription((one) => usageOf(one).length > 0);
    const code = textOf(random.pick(usageOf(subscription)), 'add_on_code');
    if (!code) return undefined;
    const path = `/v2/subscriptions/${textOf(subscription, 'uuid')}/add_ons/${code}/usage`;
    return api('POST', path, element('usage', parts.used(code)));
  };

  const refundPart = async () => {
    const path = `/v2/invoices/${await shop.someInvoice()}`;
    const line = random.pick(listed((await api('GET', path)).xml, 'line_items'));
    const inner = element('adjustment', element('uuid', textOf(line, 'uuid') ?? 'none') + parts.part());
    return api('POST', `${path}/refund`, element('invoice', element('line_items', inner)));
  };

  const addMethod = () =>
    api(
      'POST',
      `/v2/accounts/${oldAccount()}/billing_infos`,
      shop.card().replace('</billing_info>', `${parts.roles()}</billing_info>`),
    );
  const someMethod = async (): Promise<string> => {
    const path = `/v2/accounts/${oldAccount()}/billing_infos`;
    const { xml } = await api('GET', path);
    return `${path}/${textOf(random.pick(xml?.children ?? []), 'uuid') ?? 'none'}`;
  };
  const changeRoles = async () => api('PUT', await someMethod(), element('billing_info', parts.roles()));
  const removeMethod = async () => api('DELETE', await someMethod());

  return { buy, changeTerms, choosePayer, use, refundPart, addMethod, changeRoles, removeMethod };
};

import type { Random } from '../money/random.ts';
import { element } from '../money/random-parts.ts';
import { type ApiResponse, type TestService, textOf } from '../service.ts';

/** Customers who change their accounts and subscriptions at random, beside a merchant who sells. */
export interface Customers {
  /** Performs an operation; returns its name and status: `pause 200`. */
  act(): Promise<string>;
}

type Operation = (uuid: string, account: string) => Promise<ApiResponse>;

const ADDRESS =
  '<first_name>Ada</first_name><last_name>Lovelace</last_name><address1>1 Pier</address1><city>Bude</city>' +
  '<state>CA</state><zip>94105</zip><country>US</country>';

export const openCustomers = (api: TestService['api'], random: Random): Customers => {
  let changes = 0;
  const put = (path: string, root?: string, inner = '') =>
    api('PUT', `/v2/${path}`, root === undefined ? undefined : element(root, inner));
  /** Returns one of the newest of a list: old ones have often ended. */
  const some = async (path: string) => random.pick((await api('GET', `${path}per_page=10`)).xml?.children ?? []);
  const archive = element(
    'subscription_add_ons',
    '<subscription_add_on><add_on_code>archive</add_on_code></subscription_add_on>',
  );

  const operations: readonly (readonly [weight: number, readonly [name: string, operation: Operation]])[] = [
    [3, ['cancel', (uuid) => put(`subscriptions/${uuid}/cancel`)]],
    [3, ['reactivate', (uuid) => put(`subscriptions/${uuid}/reactivate`)]],
    [
      2,
      [
        'terminate',
        (uuid) => {
          const refund = random.pick(['none', 'partial', 'full']);
          return put(`subscriptions/${uuid}/terminate?refund=${refund}&charge=${random.percent(50)}`);
        },
      ],
    ],
    [
      6,
      [
        'pause',
        (uuid) =>
          put(`subscriptions/${uuid}/pause`, 'subscription', element('remaining_pause_cycles', random.below(3))),
      ],
    ],
    [2, ['resume', (uuid) => put(`subscriptions/${uuid}/resume`)]],
    [
      6,
      [
        'change',
        // Another quantity every time, and more than the merchant sells: a change to what is agreed already is none.
        (uuid) =>
          put(
            `subscriptions/${uuid}`,
            'subscription',
            element('timeframe', random.percent(50) ? 'now' : 'bill_date') +
              element('quantity', 4 + ++changes) +
              (random.percent(30) ? archive : ''),
          ),
      ],
    ],
    [
      3,
      [
        'postpone',
        async (uuid) => {
          const ends = textOf((await api('GET', `/v2/subscriptions/${uuid}`)).xml, 'current_period_ends_at') ?? '';
          const later = new Date(Date.parse(ends || '2026-11-20T12:00:00Z') + 86_400_000 * (1 + random.below(5)));
          return put(`subscriptions/${uuid}/postpone?next_bill_date=${later.toISOString()}`);
        },
      ],
    ],
    [
      4,
      [
        'use',
        (uuid) =>
          api(
            'POST',
            `/v2/subscriptions/${uuid}/add_ons/archive/usage`,
            element('usage', element('amount', 1 + random.below(9))),
          ),
      ],
    ],
    [
      3,
      [
        'edit account',
        (_, account) => put(`accounts/${account}`, 'account', element('first_name', `Ada ${++changes}`)),
      ],
    ],
    [1, ['reopen account', (_, account) => put(`accounts/${account}/reopen`)]],
    [
      3,
      [
        'add address',
        (_, account) => api('POST', `/v2/accounts/${account}/shipping_addresses`, element('shipping_address', ADDRESS)),
      ],
    ],
    [
      3,
      [
        'edit address',
        async (_, account) => {
          const id = textOf(await some(`/v2/accounts/${account}/shipping_addresses?`), 'id') ?? '0';
          const path = `accounts/${account}/shipping_addresses/${id}`;
          if (random.percent(40)) return api('DELETE', `/v2/${path}`);
          return put(path, 'shipping_address', element('nickname', `Pier ${++changes}`));
        },
      ],
    ],
    [
      2,
      [
        'edit invoice',
        async () => {
          const number = textOf(await some('/v2/invoices?'), 'invoice_number') ?? '0';
          return put(`invoices/${number}`, 'invoice', element('customer_notes', `Note ${++changes}`));
        },
      ],
    ],
  ];
  return {
    async act() {
      const subscription = await some('/v2/subscriptions?');
      if (!subscription) return 'nothing -';
      const [name, operation] = random.weighed(operations);
      const account = subscription.children.find((each) => each.name === 'account')?.attributes.get('href') ?? '';
      const { status, text } = await operation(textOf(subscription, 'uuid') ?? '', account.split('/').at(-1) ?? '');
      if (status >= 500) throw new Error(`${name} answered ${status}: ${text}`);
      return `${name} ${status}`;
    },
  };
};

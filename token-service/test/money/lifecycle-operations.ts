import { type ApiResponse, type TestService, textOf } from '../service.ts';
import type { Random } from './random.ts';
import { element } from './random-parts.ts';
import { someAddress } from './world-addresses.ts';

interface Shop {
  readonly api: TestService['api'];
  readonly random: Random;
  readonly oldAccount: () => string;
}

const NEWEST = { 'X-Api-Version': '2.29' };
/** The number of subscriptions, the newest ones, among which one is chosen. */
const NEWEST_ONES = 30;

/**
 * Operations on subscriptions between their sale and their end, and customers who move to other countries: what is
 * recurring, deferred and taxed changes with each.
 */
export const lifecycleOperations = (shop: Shop) => {
  const { random } = shop;
  const api = (method: string, path: string, body?: string) => shop.api(method, path, body, NEWEST);
  const some = async (state: string): Promise<string> => {
    const listed = `/v2/subscriptions?state=${state}&sort=created_at&order=desc&per_page=${NEWEST_ONES}`;
    return textOf(random.pick((await api('GET', listed)).xml?.children ?? []), 'uuid') ?? 'none';
  };
  const act = async (state: string, action: string, body?: string): Promise<ApiResponse> =>
    api('PUT', `/v2/subscriptions/${await some(state)}/${action}`, body);

  return {
    cancel: () => act('active', random.percent(80) ? 'cancel' : 'cancel?timeframe=term_end'),
    reactivate: () => act('canceled', 'reactivate'),
    pause: () => act('active', 'pause', element('subscription', element('remaining_pause_cycles', random.below(4)))),
    resume: () => act(random.percent(80) ? 'paused' : 'active', 'resume'),
    convertTrial: () => act('in_trial', 'convert_trial'),
    async postpone() {
      const uuid = await some(random.percent(80) ? 'active' : 'paused');
      const { xml } = await api('GET', `/v2/subscriptions/${uuid}`);
      const ends = Date.parse(textOf(xml, 'current_period_ends_at') ?? '');
      if (Number.isNaN(ends)) return undefined;
      const next = new Date(ends + (random.below(40) - 10) * 86_400_000).toISOString();
      return api('PUT', `/v2/subscriptions/${uuid}/postpone?next_bill_date=${encodeURIComponent(next)}`);
    },
    /** Moves a customer to another country, as a business there or as a person. */
    async move() {
      const account = `/v2/accounts/${shop.oldAccount()}`;
      const { address, vat } = someAddress(random);
      const number = vat || '<vat_number nil="nil"/>';
      return random.percent(50)
        ? api('PUT', account, element('account', element('address', address) + number))
        : api('PUT', `${account}/billing_info`, element('billing_info', address + number));
    },
  };
};

/** Sends purchases and opens pages at the moments of a schedule, whether or not those before were answered. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Sample } from './samples.ts';
import type { Tenant } from './tenants.ts';

export const PLAN_CODE = 'monthly';

const headersOf = ({ privateKey }: Tenant) => ({
  Authorization: `Basic ${Buffer.from(`${privateKey}:`).toString('base64')}`,
  Accept: 'application/xml',
  'Content-Type': 'application/xml',
  'X-Api-Version': '2.29',
});

const send = async (apiUrl: string, tenant: Tenant, path: string, body: string): Promise<number> => {
  const response = await fetch(apiUrl + path, { method: 'POST', headers: headersOf(tenant), body });
  await response.arrayBuffer();
  return response.status;
};

/** Creates the plan of a site. Throws if that is refused. */
export const createMonthlyPlan = async (apiUrl: string, tenant: Tenant): Promise<void> => {
  const status = await send(
    apiUrl,
    tenant,
    '/v2/plans',
    `<plan><plan_code>${PLAN_CODE}</plan_code><name>Monthly</name><unit_amount_in_cents><USD>500</USD></unit_amount_in_cents></plan>`,
  );
  if (status !== 201) throw new Error(`A plan was answered ${status}.`);
};

/** Buys a subscription for a new customer with a new card. Returns the status of the answer. */
export const buySubscription = (apiUrl: string, tenant: Tenant): Promise<number> =>
  send(
    apiUrl,
    tenant,
    '/v2/purchases',
    `<purchase><account><account_code>${crypto.randomUUID()}</account_code><email>ada@example.com</email>` +
      '<first_name>Ada</first_name><last_name>Lovelace</last_name><billing_info><first_name>Ada</first_name>' +
      '<last_name>Lovelace</last_name><address1>1 Market Street</address1><city>San Francisco</city><state>CA</state>' +
      '<zip>94105</zip><country>US</country><number>4111111111111111</number><month>12</month><year>2040</year>' +
      `</billing_info></account><currency>USD</currency><subscriptions><subscription><plan_code>${PLAN_CODE}</plan_code>` +
      '</subscription></subscriptions></purchase>',
  );

/** Something that is done so often between two moments, in milliseconds of the machine's clock. */
export interface Paced {
  readonly kind: string;
  readonly isOther: boolean;
  readonly count: number;
  readonly from: number;
  readonly to: number;
  /** Throws if the answer is not the one that it should be. */
  readonly work: (index: number) => Promise<void>;
}

/** Collects what was measured, and what was not answered as it should be. */
export interface Collected {
  readonly samples: Sample[];
  readonly refused: Map<string, number>;
}

/** Does each at its moment, and measures from that moment until its answer, whatever was under way. */
export const runPaced = async ({ kind, isOther, count, from, to, work }: Paced, into: Collected): Promise<void> => {
  const running: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = from + ((to - from) * index) / count;
    const wait = at - Date.now();
    if (wait > 0) await delay(wait);
    running.push(
      work(index).then(
        () => void into.samples.push({ kind, isOther, at, took: Date.now() - at }),
        (error: Error) => {
          const name = `${kind}: ${error.message}`;
          into.refused.set(name, (into.refused.get(name) ?? 0) + 1);
        },
      ),
    );
  }
  await Promise.all(running);
};

import type { ReportRow } from '@service/billing/domain/reports/report.ts';
import { openReport } from '@service/billing/queries/reports/open-report.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh, type TestService, textOf } from '../service.ts';
import { FAILING } from '../stories/dunning-shop.ts';
import { cardInfo, openShop, type SubscriptionShop } from '../stories/subscription-shop.ts';
import { MODEL_KINDS, type ModelPlan, MrrModel } from './mrr-model.ts';
import { type Random, seeded } from './random.ts';

const MONTHS = 7;
/** Lives on one site, whose clock they share. */
const AT_ONCE = 100;
/** Lives among which every kind of movement happens. */
const SEE_ALL = 100;
const COUNTRIES = ['US', 'DE', 'FR', 'JP'];

interface RevenueLife {
  readonly account: string;
  readonly model: MrrModel;
  subscription: string;
}

/** A site after its lives, as the oracle reads it. */
export interface LivedSite {
  readonly siteId: string;
  /** The first month, and the last day. */
  readonly from: string;
  readonly to: string;
  readonly report: (name: string, days: { readonly from: string; readonly to: string }) => Promise<ReportRow[]>;
}

/** The checks of the lives of a site besides those of their movements. */
export interface LivesAudit {
  /** Called before reports are made. */
  prepare(): Promise<unknown>;
  /** Compares what their invoices earn. */
  recognize(site: LivedSite): Promise<void>;
}

/**
 * Declares the test: random lives of subscriptions move the recurring revenue as the model says, one by one and in the
 * report by month.
 */
export const movesTheRevenue = (service: () => TestService, count: number, seed: number, audit: LivesAudit): void => {
  it(`${count} lives move the recurring revenue and earn what they are billed as the models say`, async () => {
    const random = seeded(seed);
    const seen = new Set<string>();
    for (let first = 0; first < count; first += AT_ONCE) {
      const { site, lives } = await liveTogether(service(), random, Math.min(AT_ONCE, count - first));
      for (const line of lives.flatMap(({ model }) => model.moved)) seen.add(line.split(' ')[1] ?? '');
      await audit.prepare();
      await expectMovements(site, lives);
      await audit.recognize(site);
    }
    const unseen = MODEL_KINDS.filter((kind) => !seen.has(kind));
    expect(unseen.length, unseen.join()).toBeLessThanOrEqual(count < SEE_ALL ? 3 : 0);
  });
};

const liveTogether = async (service: TestService, random: Random, count: number) => {
  const shop = await openShop(service);
  const act = await actsOf(shop, random);
  const lives: RevenueLife[] = [];
  let at = Date.parse('2027-02-01T01:00:00Z');
  const travel = async (to: number) => {
    at = to;
    await shop.travel(new Date(to).toISOString());
  };
  const today = () => new Date(at).toISOString().slice(0, 10);
  const each = async (step: (life: RevenueLife, day: string) => Promise<void>) => {
    for (const life of lives) await step(life, today());
    await service.dueWork();
    await travel(at + 60_000);
  };
  await travel(at);
  for (let made = 0; made < count; made += 1) lives.push(await act.begin());
  await each(act.buy);
  for (let month = 0; month < MONTHS; month += 1) {
    await travel(Date.UTC(2027, 1 + month, 10, 2));
    await each(act.something);
    await travel(Date.UTC(2027, 1 + month, 20, 2));
    await each(act.something);
    await each(act.fail);
    // Some minutes later each month, so that what was sold on the first of an earlier one renews.
    const first = Date.UTC(2027, 2 + month, 1, 2, 20 * month);
    await travel(first);
    for (const { model } of lives) model.month(today());
    // Before the first retry, three days after the decline.
    await travel(first + 86_400_000);
    await each(act.repair);
  }
  const site: LivedSite = { siteId: shop.site.id, from: '2027-02', to: today(), report: reportOf(service, shop) };
  return { site, lives };
};

const reportOf =
  (service: TestService, shop: SubscriptionShop): LivedSite['report'] =>
  async (name, days) => {
    const { opened } = service.service;
    const site = (await opened.sites.find(shop.site.subdomain)) ?? shop.site;
    const at = siteTime(site, openWorld(service.clock).clock);
    return Array.fromAsync((await openReport(opened)({ site, at }, name, days)).rows());
  };

const expectMovements = async ({ from, to, report }: LivedSite, lives: readonly RevenueLife[]): Promise<void> => {
  const rows = await report('movements', { from: `${from}-01`, to });
  const byAccount = Map.groupBy(rows, ({ account_code }) => String(account_code));
  const written = ({ day, kind, country, amount, past_due, reason }: ReportRow) =>
    `${day} ${kind} ${country} ${amount} ${past_due}${reason === null ? '' : ` ${reason}`}`;
  for (const { account, model } of lives) {
    expect((byAccount.get(account) ?? []).map(written), account).toEqual(model.moved);
  }
  const sums = new Map<string, number>();
  for (const line of lives.flatMap(({ model }) => model.moved)) {
    const [day = '', kind = '', , amount = 0] = line.split(' ');
    const key = `${day.slice(0, 7)} ${kind}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(amount));
  }
  for (const row of await report('mrr', { from: `${from}-01`, to })) {
    for (const kind of MODEL_KINDS.filter((one) => row[one] !== undefined && one !== 'past_due')) {
      expect(row[kind], `${kind} in ${row.month}`).toBe(sums.get(`${row.month} ${kind}`) ?? 0);
    }
  }
};

const actsOf = async (shop: SubscriptionShop, random: Random) => {
  const plan = async (price: number, months: number, trial = false): Promise<ModelPlan> => ({
    ...{ price, months, trial },
    code: await shop.plan(
      `<unit_amount_in_cents><USD>${price}</USD></unit_amount_in_cents><plan_interval_length>${months}</plan_interval_length>` +
        (trial
          ? '<trial_interval_length>1</trial_interval_length><trial_interval_unit>months</trial_interval_unit>'
          : ''),
    ),
  });
  const monthly = await plan(3001, 1);
  const dearer = await plan(20_000, 1);
  const sold = [monthly, await plan(4000, 1, true), await plan(10_000, 3), await plan(34_999, 12)];
  const send = async (status: number, ...request: Parameters<SubscriptionShop['api']>) => {
    const answer = await shop.api(...request);
    expect(answer.status, `${request.join(' ')}: ${answer.text}`).toBe(status);
    return answer.xml;
  };
  const change = (life: RevenueLife, inner: string, timeframe = 'now') =>
    send(
      200,
      'PUT',
      `/v2/subscriptions/${life.subscription}`,
      `<subscription><timeframe>${timeframe}</timeframe>${inner}</subscription>`,
    );
  const store = ({ account }: RevenueLife, card: string) =>
    send(200, 'PUT', `/v2/accounts/${account}/billing_info`, cardInfo(card));
  const coupons: (readonly [percent: number, code: string])[] = [];
  for (const percent of [7, 25]) {
    const code = fresh('forever');
    await send(
      201,
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${code}</coupon_code><name>${code}</name><discount_type>percent</discount_type>` +
        `<discount_percent>${percent}</discount_percent></coupon>`,
    );
    coupons.push([percent, code]);
  }

  /** Gives the discount of one of the coupons, or takes it away. */
  const discount = async (life: RevenueLife, day: string): Promise<void> => {
    const { account, model } = life;
    if (model.percentOff !== 0) {
      await send(204, 'DELETE', `/v2/accounts/${account}/redemption`);
      model.discount(day, 0);
      return;
    }
    const [percent, code] = random.pick(coupons) ?? [0, ''];
    const body = `<redemption><account_code>${account}</account_code><currency>USD</currency></redemption>`;
    await send(201, 'POST', `/v2/coupons/${code}/redeem`, body);
    model.discount(day, percent);
  };
  const relocate = async ({ account, model }: RevenueLife, day: string): Promise<void> => {
    const country = random.pick(COUNTRIES) ?? 'US';
    await send(
      200,
      'PUT',
      `/v2/accounts/${account}`,
      `<account><address><country>${country}</country></address></account>`,
    );
    model.relocate(day, country);
  };
  const terminate = async (life: RevenueLife, day: string): Promise<void> => {
    const refund = life.model.pastDue ? 'none' : (random.pick(['none', 'partial']) ?? 'none');
    await send(200, 'PUT', `/v2/subscriptions/${life.subscription}/terminate?refund=${refund}`);
    life.model.end(day);
  };
  /** Returns money of the latest invoice to the card. */
  const refund = async ({ account }: RevenueLife): Promise<void> => {
    const listed = await shop.api('GET', `/v2/accounts/${account}/invoices?sort=created_at&order=desc`);
    const invoice = listed.xml?.children.find(
      (one) => textOf(one, 'type') === 'charge' && textOf(one, 'state') === 'paid',
    );
    const most = Number(textOf(invoice, 'refundable_total_in_cents') ?? 0);
    if (most === 0) return;
    const amount = `<amount_in_cents>${1 + random.below(most)}</amount_in_cents><refund_method>all_transaction</refund_method>`;
    await shop.api('POST', `/v2/invoices/${textOf(invoice, 'invoice_number')}/refund`, `<invoice>${amount}</invoice>`);
  };

  return {
    async begin(): Promise<RevenueLife> {
      return { account: await shop.account(), model: new MrrModel(), subscription: '' };
    },
    async buy(life: RevenueLife, day: string) {
      const chosen = random.weighed<ModelPlan>([
        [5, monthly],
        [3, sold[1] ?? monthly],
        [2, sold[2] ?? monthly],
        [1, sold[3] ?? monthly],
      ]);
      life.subscription = await shop.subscribe(life.account, chosen.code);
      life.model.buy(day, chosen);
    },
    async something(life: RevenueLife, day: string) {
      const { model } = life;
      const { subscription } = life;
      const path = `/v2/subscriptions/${subscription}`;
      if (random.percent(12)) return relocate(life, day);
      if (random.percent(12)) return discount(life, day);
      if (model.state === 'live' && random.percent(15)) return refund(life);
      if (model.state === 'live' && model.planned === 'end' && random.percent(50)) {
        await send(200, 'PUT', `${path}/reactivate`);
        model.planned = 'nothing';
        return;
      }
      if (model.state === 'trial' && model.planned === 'nothing' && random.percent(15)) {
        await send(200, 'PUT', `${path}/cancel`);
        model.planned = 'end';
        return;
      }
      if (!model.isFree) return;
      await random.weighed<() => Promise<void>>([
        [5, async () => {}],
        [
          3,
          async () => {
            await change(life, `<quantity>${model.quantity + 1}</quantity>`);
            model.more(day);
          },
        ],
        [
          2,
          async () => {
            const price = model.price + 1 + random.below(2000);
            await change(life, `<unit_amount_in_cents>${price}</unit_amount_in_cents>`);
            model.raise(day, price);
          },
        ],
        [
          3,
          async () => {
            if (model.plan?.code !== monthly.code || model.price >= dearer.price) return;
            await change(life, `<plan_code>${dearer.code}</plan_code>`);
            model.upgrade(day, dearer);
          },
        ],
        [
          3,
          async () => {
            if (model.quantity === 1) return;
            await change(life, `<quantity>${model.quantity - 1}</quantity>`, 'bill_date');
            model.planned = 'fewer';
          },
        ],
        [
          3,
          async () => {
            await send(200, 'PUT', `${path}/cancel`);
            model.planned = 'end';
          },
        ],
        [
          3,
          async () => {
            const cycles = 1 + random.below(2);
            await send(
              200,
              'PUT',
              `${path}/pause`,
              `<subscription><remaining_pause_cycles>${cycles}</remaining_pause_cycles></subscription>`,
            );
            model.planPause(cycles);
          },
        ],
        [2, () => terminate(life, day)],
      ])();
    },
    /** Stores a card whose next charge is declined, in some lives. */
    async fail(life: RevenueLife) {
      if (life.model.declines || !random.percent(20)) return;
      await store(life, FAILING.soft);
      life.model.declines = true;
    },
    /** Pays what is past due with a good card, or ends the subscription. */
    async repair(life: RevenueLife, day: string) {
      const { model } = life;
      if (model.pastDue && random.percent(20)) await relocate(life, day);
      if (model.pastDue && random.percent(30)) await terminate(life, day);
      if (model.declines) {
        await store(life, '4111111111111111');
        model.pay(day);
      }
    },
  };
};

import { LATEST } from '@service/billing/resources/version.ts';
import { expect, it } from 'vitest';
import { type TestService, textOf, within } from '../service.ts';
import { FAILING } from '../stories/dunning-shop.ts';
import { cardInfo, openShop, type SubscriptionShop } from '../stories/subscription-shop.ts';
import { CARDS } from '../stories/wallet-shop.ts';
import { type Random, seeded } from './random.ts';
import { type ModelMethod, WALLET_EVENTS, type WalletCard, type WalletEvent, WalletModel } from './wallet-model.ts';

const MONTHS = 5;
const MOST_SUBSCRIPTIONS = 4;
const MOST_METHODS = 5;
/** Lives on one site, whose clock they share. */
const AT_ONCE = 100;
/** Lives among which everything happens that the model knows. */
const SEE_ALL = 100;

interface WalletLife {
  readonly account: string;
  readonly model: WalletModel;
  /** The uuids of methods by their keys, and of subscriptions by their place. */
  readonly methods: Map<number, string>;
  readonly subscriptions: string[];
}

type Step = (life: WalletLife) => Promise<void>;

/**
 * Declares the test: accounts with random payment methods, whose subscriptions name some of them, are charged what the
 * model says, each renewal on an invoice of its own.
 */
export const chargesTheMethods = (service: () => TestService, count: number, seed: number): void => {
  it(`${count} lives with several payment methods are charged as the model says`, async () => {
    const seen = new Set<WalletEvent>();
    const random = seeded(seed);
    for (let first = 0; first < count; first += AT_ONCE)
      for (const event of await liveTogether(service(), random, Math.min(AT_ONCE, count - first))) seen.add(event);
    const unseen = WALLET_EVENTS.filter((event) => !seen.has(event));
    expect(unseen.length, unseen.join()).toBeLessThanOrEqual(count < SEE_ALL ? WALLET_EVENTS.length / 2 : 0);
  });
};

const liveTogether = async (service: TestService, random: Random, count: number): Promise<Set<WalletEvent>> => {
  const shop = await openShop(service, {}, LATEST);
  const plan = await shop.plan();
  const act = actsOf(shop, random, plan);
  const lives: WalletLife[] = [];
  let at = Date.parse('2027-02-01T01:00:00Z');
  const travel = async (to: number) => {
    at = to;
    await shop.travel(new Date(to).toISOString());
  };
  /** Lets each life take a step, and what that makes due be done. */
  const each = async (step: Step) => {
    for (const life of lives) await step(life);
    await service.dueWork();
    await travel(at + 60_000);
  };

  await travel(at);
  for (let made = 0; made < count; made += 1) lives.push(await act.begin());
  await each(act.add);
  await each(act.buy);
  for (let month = 0; month < MONTHS; month += 1) {
    // Some minutes later each month, so that what was sold on the first of an earlier one renews.
    const first = Date.UTC(2027, 2 + month, 1, 2, 10 * month);
    await travel(first);
    for (const { model } of lives) model.renew();
    // While something is past due, a purchase would hasten its retries.
    await each(async (life) => {
      if (life.model.pastDue.length === 0) await act.buy(life);
    });
    // Before the first retry, three days after the decline.
    await travel(first + 86_400_000);
    for (let slot = 0; slot < 3; slot += 1) await each(act.something);
    while (lives.some(({ model }) => model.pastDue.length > 0)) await each(act.repair);
    await each(act.bind);
    await each(act.something);
  }
  for (const life of lives) expect(await shownBy(shop, life), life.account).toEqual(expectedOf(life));
  return new Set(lives.flatMap(({ model }) => [...model.seen]));
};

const actsOf = (shop: SubscriptionShop, random: Random, plan: string) => {
  const card = (declining: number): WalletCard => {
    const declines = random.percent(declining);
    const number = declines ? FAILING.soft : (random.pick(Object.values(CARDS)) ?? CARDS.visa);
    return { number, year: 2040 + random.below(2), declines };
  };
  const infoOf = ({ number, year }: WalletCard, role = '') =>
    cardInfo(number).replace('2040', String(year)).replace('</billing_info>', `${role}</billing_info>`);
  const roleOf = (role: ModelMethod['role']) =>
    role === 'none' ? '' : `<${role}_payment_method type="boolean">true</${role}_payment_method>`;
  const send = async (status: number, ...request: Parameters<SubscriptionShop['api']>) => {
    const answer = await shop.api(...request);
    expect(answer.status, `${request.join(' ')}: ${answer.text}`).toBe(status);
    return answer.xml;
  };
  const pathOf = ({ account, methods }: WalletLife, { key }: ModelMethod) =>
    `/v2/accounts/${account}/billing_infos/${methods.get(key)}`;
  const nameOf = ({ methods }: WalletLife, method: ModelMethod | undefined) =>
    method ? `<billing_info_uuid>${methods.get(method.key)}</billing_info_uuid>` : '<billing_info_uuid nil="nil"/>';

  const store = async (life: WalletLife, role: ModelMethod['role'], declining: number) => {
    const stored = card(declining);
    const path = `/v2/accounts/${life.account}/billing_infos`;
    const xml = await send(201, 'POST', path, infoOf(stored, roleOf(role)));
    life.methods.set(life.model.add(stored, role).key, textOf(xml, 'uuid') ?? '');
  };
  const replace = async (life: WalletLife, method: ModelMethod, declining: number) => {
    const stored = card(declining);
    await send(200, 'PUT', pathOf(life, method), infoOf(stored));
    life.model.replace(method, stored);
  };
  const choose = async (life: WalletLife, method: ModelMethod, role: 'primary' | 'backup') => {
    if (role === 'backup' && method.role === 'primary') return;
    await send(200, 'PUT', pathOf(life, method), `<billing_info>${roleOf(role)}</billing_info>`);
    life.model.choose(method, role);
  };
  const remove = async (life: WalletLife, method: ModelMethod) => {
    if (method.role === 'primary') return;
    await send(204, 'DELETE', pathOf(life, method));
    life.model.remove(method);
  };

  return {
    async begin(): Promise<WalletLife> {
      const account = await shop.account('');
      const life = { account, model: new WalletModel(), methods: new Map(), subscriptions: [] };
      await store(life, 'none', 0);
      return life;
    },
    add: async (life: WalletLife) =>
      store(
        life,
        random.weighed([
          [3, 'none'],
          [4, 'backup'],
          [1, 'primary'],
        ] as const),
        20,
      ),
    async buy(life: WalletLife) {
      const { model, account, subscriptions } = life;
      if (subscriptions.length >= MOST_SUBSCRIPTIONS) return;
      const bound = random.percent(60) ? random.pick(model.methods) : undefined;
      const price = 1000 + 7 * subscriptions.length;
      const body = `<subscription><plan_code>${plan}</plan_code><currency>USD</currency><unit_amount_in_cents>${price}</unit_amount_in_cents><account><account_code>${account}</account_code></account>${bound ? nameOf(life, bound) : ''}</subscription>`;
      const isSold = model.buy(price, bound);
      const xml = await send(isSold ? 201 : 422, 'POST', '/v2/subscriptions', body);
      if (isSold) subscriptions.push(textOf(xml, 'uuid') ?? '');
    },
    async something(life: WalletLife) {
      const { methods } = life.model;
      const method = random.pick(methods)!;
      await random.weighed<() => Promise<void>>([
        [4, () => replace(life, method, 45)],
        [3, () => choose(life, method, 'primary')],
        [3, () => choose(life, method, 'backup')],
        [3, () => remove(life, method)],
        [
          3,
          async () => {
            if (methods.length < MOST_METHODS) await store(life, random.percent(30) ? 'primary' : 'backup', 40);
          },
        ],
        [2, async () => {}],
      ])();
    },
    /** Pays the oldest invoice that is past due with a good card in the place of its method. */
    async repair(life: WalletLife) {
      const [owed] = life.model.pastDue;
      if (owed) await replace(life, life.model.payerOf(owed), 0);
    },
    async bind(life: WalletLife) {
      const { model, subscriptions } = life;
      if (subscriptions.length === 0) return;
      const place = random.below(subscriptions.length);
      const method = random.percent(70) ? random.pick(model.methods) : undefined;
      const path = `/v2/subscriptions/${subscriptions[place]}`;
      await send(200, 'PUT', path, `<subscription>${nameOf(life, method)}</subscription>`);
      model.bind(model.subscriptions[place]!, method);
    },
  };
};

/** The charges of each subscription in their order, by its price, and the wallet with what names its methods. */
interface Charged {
  readonly charges: Readonly<Record<string, readonly string[]>>;
  readonly methods: readonly string[];
  readonly bound: readonly string[];
}

const listed = (invoices: readonly (readonly [price: number, charge: string])[]): Charged['charges'] => {
  const byPrice = Map.groupBy(invoices, ([price]) => String(price));
  return Object.fromEntries([...byPrice].map(([price, all]) => [price, all.map(([, charge]) => charge)]));
};

const expectedOf = ({ model, methods }: WalletLife): Charged => ({
  charges: listed(
    model.invoices.map(({ price, origin, paid, attempts }) => [
      price,
      `${origin} ${paid ? 'paid' : 'past_due'} ${attempts.join(', ')}`,
    ]),
  ),
  methods: model.methods
    .map(({ key, card, role }) => `${methods.get(key)} ${card.number.slice(-4)} ${card.year} ${role}`)
    .toSorted(),
  bound: model.subscriptions.map(({ bound }) => (bound ? (methods.get(bound.key) ?? '') : '')),
});

const shownBy = async (shop: SubscriptionShop, { account, subscriptions }: WalletLife): Promise<Charged> => {
  const invoices = await shop.api('GET', `/v2/accounts/${account}/invoices?sort=created_at&order=asc&per_page=200`);
  const wallet = await shop.api('GET', `/v2/accounts/${account}/billing_infos?per_page=200`);
  const bound: string[] = [];
  for (const uuid of subscriptions) bound.push((await shop.show(uuid, 'billing_info_uuid'))[0] ?? '');
  return {
    charges: listed(
      (invoices.xml?.children ?? []).map((one) => {
        const attempts = (within(one, 'transactions')?.children ?? []).map((payment) => {
          const card = textOf(payment, 'details', 'account', 'billing_info', 'last_four');
          const isBackup = textOf(payment, 'backup_payment_method_used') === 'true';
          return `${card}${isBackup ? ' B' : ''}${textOf(payment, 'status') === 'success' ? '' : ' declined'}`;
        });
        const charge = [textOf(one, 'origin'), textOf(one, 'state'), attempts.join(', ')].join(' ');
        return [Number(textOf(one, 'total_in_cents')), charge];
      }),
    ),
    methods: (wallet.xml?.children ?? [])
      .map((one) => {
        const isPrimary = textOf(one, 'primary_payment_method') === 'true';
        const role = isPrimary ? 'primary' : textOf(one, 'backup_payment_method') === 'true' ? 'backup' : 'none';
        return [textOf(one, 'uuid'), textOf(one, 'last_four'), textOf(one, 'year'), role].join(' ');
      })
      .toSorted(),
    bound,
  };
};

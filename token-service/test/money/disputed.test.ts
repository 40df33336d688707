import { expect, onTestFinished, test } from 'vitest';
import { textOf, within } from '../service.ts';
import { type Bought, type NotifiedShop, openNotifiedShop, WITH_CREDENTIALS } from '../stories/notified-shop.ts';
import { cardInfo } from '../stories/subscription-shop.ts';
import { audit } from './audit.ts';
import { ENGINES, openGround } from './ground.ts';
import { type Random, seeded } from './random.ts';

const ROUNDS = 40;

test.each(ENGINES)(
  'the books close after random disputes, refunds and failures in any order, on $name',
  { timeout: 120_000 },
  async (engine) => {
    const { service, database, close } = await openGround(engine, { env: WITH_CREDENTIALS });
    onTestFinished(close);
    const shop = await openNotifiedShop(service);
    const random = seeded(20_261_123);
    for (let round = 0; round < ROUNDS; round += 1) {
      const bought = await shop.buy(cardInfo(), 1000 + random.below(9000));
      const story = await storyOf(shop, bought, random);
      for (const step of shuffled(story, random)) await step();
      if (random.percent(20)) service.clock.advance({ days: 1 });
      await service.dueWork();
      if (round % 10 === 9) expect(await audit(database), `after ${round + 1} rounds`).toEqual([]);
    }
    const states = await database.all('SELECT state, count(*) AS number FROM disputes GROUP BY state ORDER BY state');
    expect(states.map(({ state }) => state)).toEqual(['lost', 'open', 'won']);
  },
);

type Step = () => Promise<unknown>;

/**
 * Returns the steps of one purchase: refunds of parts, some of which fail later, and reports of at most one dispute.
 */
const storyOf = async (shop: NotifiedShop, bought: Bought, random: Random): Promise<Step[]> => {
  const steps: Step[] = [];
  const { total } = await paid(shop, bought);
  if (random.percent(60)) {
    const part = 1 + random.below(total);
    steps.push(async () => {
      const refunded = await shop.api(
        'POST',
        `/v2/invoices/${bought.number}/refund`,
        `<invoice><refund_method>transaction_first</refund_method><amount_in_cents>${part}</amount_in_cents></invoice>`,
      );
      // A disputed payment is not refunded, and one that was lost has nothing left.
      expect([201, 422], refunded.text).toContain(refunded.status);
      const refund = within(refunded.xml, 'transactions', 'transaction');
      if (refunded.status === 201 && textOf(refund, 'action') === 'refund' && random.percent(50)) {
        await shop.notify({ kind: 'refund_failed', reference: textOf(refund, 'reference') ?? '', reason: null });
      }
    });
  }
  if (random.percent(85)) steps.push(...(await disputeOf(shop, bought, random, total)));
  return steps;
};

const paid = async (shop: NotifiedShop, { payment }: Bought) => {
  const { xml } = await shop.api('GET', `/v2/transactions/${payment}`);
  return { total: Number(textOf(xml, 'amount_in_cents')) };
};

const disputeOf = async (shop: NotifiedShop, bought: Bought, random: Random, total: number): Promise<Step[]> => {
  const now = await shop.now();
  const fee = random.percent(50) ? { amount_in_cents: 1500, currency: 'USD' } : null;
  const about = {
    dispute: `dispute ${bought.number}`,
    reference: bought.reference,
    amount_in_cents: random.percent(50) ? total : 1 + random.below(total),
    currency: 'USD',
    reason: 'general',
    fee,
  } as const;
  const report = (at: number, facts: object): Step[] =>
    Array.from({ length: 1 + random.below(2) }, () => async () => {
      expect(await shop.notify({ ...about, ...facts, at: now + at, id: `${bought.number} ${at}` } as never)).toBe(200);
      if (random.percent(70)) await shop.processed();
    });
  const outcome = random.pick(['won', 'lost', 'lost', undefined] as const);
  return [
    ...(random.percent(30) ? report(1, { kind: 'dispute_opened', withdrawn: false, evidence_due_at: null }) : []),
    ...(random.percent(80) || !outcome
      ? report(2, { kind: 'dispute_opened', withdrawn: true, evidence_due_at: now })
      : []),
    ...(outcome ? report(3, { kind: 'dispute_closed', outcome }) : []),
  ];
};

const shuffled = <T>(items: readonly T[], random: Random): T[] => {
  const left = [...items];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  return order;
};

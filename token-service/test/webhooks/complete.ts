import { expect, onTestFinished, test } from 'vitest';
import { type ENGINES, openGround } from '../money/ground.ts';
import { openMerchant } from '../money/merchant.ts';
import { seeded } from '../money/random.ts';
import { type Announcement, announcement, discrepancies, existing } from './announced.ts';
import { openCustomers } from './customers.ts';
import { hook, WITH_SECRETS } from './hooked.ts';
import { openReceiver, type Received } from './receiver.ts';

/** Percentage of operations that customers perform. */
const BY_CUSTOMERS = 25;

const LATEST = 'SELECT invoice_number FROM invoices ORDER BY created_at DESC, uuid DESC LIMIT 40';

/**
 * After any operations, a receiver that often fails has each event once or more, none that was not recorded, and what
 * it was sent agrees with the records and the ledger.
 */
export const missesNothing = (engines: typeof ENGINES, operations: number, seed: number): void => {
  test.each(engines)(
    `webhooks of ${operations} random operations with seed ${seed} on $name agree with the ledger`,
    { timeout: 3 * 60 * 60_000 },
    async (engine) => {
      const ground = await openGround(engine, { env: WITH_SECRETS });
      onTestFinished(() => ground.close());
      const { service, database } = ground;
      const receiver = await openReceiver();
      onTestFinished(() => receiver.close());
      const accepted = new Map<string, Announcement>();
      const accept = ({ headers, type, body }: Received): number => {
        accepted.set(String(headers['webhook-id']), announcement(type, body));
        return 204;
      };
      const random = seeded(seed + 1);
      // Every fifth request fails, half of those without a response although the receiver has the document.
      receiver.answer((request) => {
        // A long run would keep every document.
        receiver.received.length = 0;
        const luck = random.below(10);
        return luck > 1 ? accept(request) : luck === 1 ? 500 : undefined;
      });
      const seeds = await existing(database);
      await hook(service, receiver.url);

      const latestInvoices = async () => (await database.all(LATEST)).map((row) => String(row.invoice_number));
      const merchant = openMerchant({ api: service.api, latestInvoices, random: seeded(seed) });
      const customers = openCustomers(service.api, seeded(seed + 2));
      const actors = seeded(seed + 3);
      for (let operation = 0; operation < operations; operation += 1) {
        service.clock.advance({ minutes: 2 });
        await (actors.percent(BY_CUSTOMERS) ? customers : merchant).act();
      }
      receiver.answer(accept);
      await service.dueWork();
      await service.service.webhooks?.idle();
      service.clock.advance({ hours: 48 });
      await service.service.webhooks?.idle();

      const events = await database.all(
        "SELECT id, type FROM events WHERE id > $1 AND type <> 'prerenewal' ORDER BY id",
        [seeds.lastEvent],
      );
      expect(events.length).toBeGreaterThan(operations);
      expect([...accepted].map(([id, { type }]) => `${id} ${type}`).toSorted()).toEqual(
        events.map(({ id, type }) => `${id} ${type}`),
      );
      const inOrder = events.flatMap(({ id }) => accepted.get(String(id)) ?? []);
      expect(await discrepancies(inOrder, database, seeds)).toEqual([]);
    },
  );
};

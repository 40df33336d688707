import { expect, it } from 'vitest';
import { openMerchant } from '../money/merchant.ts';
import { seeded } from '../money/random.ts';
import type { onSqlite } from '../stories/engines.ts';
import { hook, WITH_SECRETS } from './hooked.ts';
import { openReceiver } from './receiver.ts';

/** After any operations, every recorded event was delivered, and what was delivered is what the records say. */
export const missesNothing = (on: typeof onSqlite, operations: number, seed: number): void => {
  on(
    `webhooks of ${operations} random operations with seed ${seed}`,
    (service) => {
      it('reach a receiver that often fails: each event, and nothing that did not happen', {
        timeout: 60 * 60_000,
      }, async () => {
        const receiver = await openReceiver();
        await hook(service(), receiver.url);
        const random = seeded(seed + 1);
        const accepted = new Map<string, string>();
        // Every fifth request fails, half of those without a response although the receiver has the document.
        receiver.answer(({ headers, type }) => {
          const luck = random.below(10);
          if (luck > 1) accepted.set(String(headers['webhook-id']), type);
          return luck > 1 ? 204 : luck === 1 ? 500 : undefined;
        });
        const site = await service().service.opened.sites.find('demo');
        const records = service().service.opened.storage.of(site?.id ?? '');
        const latest = { filter: {}, sort: 'created_at', order: 'desc', limit: 40 } as const;
        const merchant = openMerchant({
          api: service().api,
          latestInvoices: async () =>
            (await records.invoices.list(latest)).records.map(({ invoice_number }) => String(invoice_number)),
          random: seeded(seed),
        });
        for (let operation = 0; operation < operations; operation += 1) {
          service().clock.advance({ minutes: 2 });
          await merchant.act();
        }
        receiver.answer(({ headers, type }) => {
          accepted.set(String(headers['webhook-id']), type);
          return 204;
        });
        await service().dueWork();
        await service().service.webhooks?.idle();
        service().clock.advance({ hours: 48 });
        await service().service.webhooks?.idle();

        const events: [string, string][] = [];
        for (let after: string | undefined; ; ) {
          const some = await records.events.after(after, 1_000);
          if (some.length === 0) break;
          after = some.at(-1)?.id;
          events.push(...some.map(({ id, type }): [string, string] => [id, type]));
        }
        // The catalogue of the demo site was recorded before it had an endpoint.
        const expected = events.filter(([id]) => id >= (events.find(([known]) => accepted.has(known))?.[0] ?? ''));
        expect(expected.length).toBeGreaterThan(operations);
        expect([...accepted].toSorted()).toEqual(expected.toSorted());

        const page = { sort: 'created_at', order: 'asc', limit: 200 } as const;
        const invoices = await records.invoices.count({ ...page, filter: {} });
        const announced = [...accepted.values()].filter((type) => /^new_(charge|credit)_invoice$/.test(type)).length;
        const before = events.filter(([id, type]) => !accepted.has(id) && /^new_(charge|credit)_invoice$/.test(type));
        expect(announced + before.length).toBe(invoices);
        await receiver.close();
      });
    },
    { env: WITH_SECRETS },
  );
};

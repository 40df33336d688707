import type { EventRecord } from '@service/billing/domain/events/event.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { lineOf, observeRecords } from './changes-of-records.ts';

/** Events of a payment, which lead to the request or due item that caused it. */
const PAYMENTS: readonly string[] = ['successful_payment', 'failed_payment'] satisfies EventRecord['type'][];

/**
 * Returns the same storage, whose transactions compare the events that are appended with those that the changes of
 * their records call for, and look for the correlation id of payments. `differs` is called with each difference; the
 * transaction is committed nevertheless.
 */
export const comparedEvents = (storage: Storage, differs: (how: string) => void): Storage => ({
  of: storage.of,
  snapshot: storage.snapshot,
  transaction: (siteId, work, how) =>
    storage.transaction(
      siteId,
      async (original) => {
        const { records, calledFor } = observeRecords(original);
        const said: EventRecord[] = [];
        const value = await work({
          ...records,
          events: {
            ...original.events,
            async appendAll(events) {
              // No record shows that a customer was reminded.
              for (const { type, correlation } of events)
                if (!correlation && PAYMENTS.includes(type)) {
                  differs(`said without the correlation id of what caused it: ${type}`);
                }
              said.push(...events.filter(({ type }) => type !== 'prerenewal'));
              await original.events.appendAll(events);
            },
          },
        });
        for (const difference of differences(said.map(lineOf), await calledFor(said))) differs(difference);
        return value;
      },
      how,
    ),
});

const differences = (said: readonly string[], called: readonly string[]): string[] => {
  const missing = [...called];
  const unfounded = said.filter((line) => {
    const at = missing.indexOf(line);
    if (at >= 0) missing.splice(at, 1);
    return at < 0;
  });
  return [
    ...missing.map((line) => `not said, although a record calls for it: ${line}`),
    ...unfounded.map((line) => `said, although no record calls for it: ${line}`),
  ];
};

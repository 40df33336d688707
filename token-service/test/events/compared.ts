import type { Storage } from '@service/billing/ports/storage.ts';
import { type FoundEvent, findEvents } from './find-events.ts';

/**
 * Returns the same storage, whose transactions compare the events that were said with those that the changes of their
 * records call for. `differs` is called with what differs; the transaction is committed nevertheless.
 */
export const comparedEvents = (storage: Storage, differs: (how: string) => void): Storage => ({
  of: storage.of,
  transaction: (siteId, work, how) =>
    storage.transaction(
      siteId,
      async (original) => {
        const { records, found } = findEvents(original);
        const said: FoundEvent[] = [];
        const value = await work({
          ...records,
          events: {
            ...original.events,
            async appendAll(events) {
              said.push(...events.map(({ at, account_id, event }) => ({ at, account_id, event })));
              await original.events.appendAll(events);
            },
          },
        });
        // No record shows that a customer was reminded.
        const compared = said.filter(({ event }) => event.type !== 'prerenewal');
        const difference = differenceOf(compared, await found(compared));
        if (difference) differs(difference);
        return value;
      },
      how,
    ),
});

const differenceOf = (said: readonly FoundEvent[], found: readonly FoundEvent[]): string | undefined => {
  const [told, expected] = [said, found].map((events) => events.map((one) => JSON.stringify(one)));
  const at = told?.findIndex((one, place) => one !== expected?.[place]) ?? -1;
  if (told?.length === expected?.length && at < 0) return undefined;
  const [types, wanted] = [said, found].map((events) => events.map(({ event }) => event.type).join(', '));
  return types === wanted
    ? `${said[at]?.event.type} was said as ${told?.[at]}, and the records call for ${expected?.[at]}`
    : `said: ${types || 'nothing'}; the records call for: ${wanted || 'nothing'}`;
};

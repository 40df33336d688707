import type { Storage } from '../../../ports/storage.ts';
import type { Ids } from '../../../values/ids.ts';
import { recordEvents } from './recording.ts';

/** Returns the same storage, whose transactions also append the events of their changes. */
export const withEvents = (storage: Storage, deps: { readonly ids: Ids }): Storage => ({
  of: storage.of,
  transaction: (siteId, work, how) =>
    storage.transaction(
      siteId,
      async (original) => {
        const { records, append } = recordEvents(original, deps);
        const value = await work(records);
        await append();
        return value;
      },
      how,
    ),
});

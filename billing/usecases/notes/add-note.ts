import type { NoteRecord } from '../../domain/accounts/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { recordOnce } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { refusesCardNumbers } from '../../resources/site.ts';
import { containsCardNumber } from '../../values/card/find.ts';
import { refuse } from '../../values/failure.ts';

const LONGEST = 2000;

/** Adds an operator's note to an account; clients can only read notes. Throws `not_found`, `Invalid`. */
export const addNote =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string, message: string): Promise<NoteRecord> =>
    recordOnce({ storage }, caller, async (records) => {
      const account = await needAccount(records, account_code);
      if (message.trim() === '') refuse([{ field: 'note.message', symbol: 'blank' }]);
      if (message.length > LONGEST) refuse([{ field: 'note.message', symbol: 'too_long', count: LONGEST }]);
      if (refusesCardNumbers(caller.site) && containsCardNumber(message)) {
        refuse([{ field: 'note.message', symbol: 'contains_card_number' }]);
      }
      const note: NoteRecord = {
        id: world.ids.uuid(),
        account_id: account.id,
        actor: caller.actor,
        message,
        created_at: caller.at,
      };
      await records.notes.add(note);
      await records.auditLog.append(auditEntry(world, caller, 'note.added', account_code));
      return note;
    });

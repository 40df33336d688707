import type { AccountRecord, Storage } from '../../ports/records.ts';
import type { Caller, World } from '../../ports/world.ts';
import { needAccount } from '../../rules/account.ts';
import { eventOf } from '../../rules/journal.ts';
import { siteTime } from '../../site.ts';

/** Gives an account a new hosted login; the old one opens nothing any more (DESIGN section 10). Throws `not_found`. */
export const rotateHostedLogin =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string): Promise<AccountRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const account = await needAccount(records, account_code);
      const rotated: AccountRecord = {
        ...account,
        hosted_login_token: world.ids.secret(32),
        updated_at: siteTime(caller.site, world.clock),
      };
      await records.accounts.save(rotated);
      await records.events.append(eventOf(world, caller, 'account.login_rotated', account_code));
      return rotated;
    });

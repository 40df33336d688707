import { Failure } from '../../failure.ts';
import type { Storage } from '../../ports/records.ts';
import type { Caller, World } from '../../ports/world.ts';
import { needAccount } from '../../rules/account.ts';
import { eventOf } from '../../rules/journal.ts';
import { siteTime } from '../../site.ts';

/**
 * Closes an account: its billing info is erased and its hosted login stops working (reference "lifecycles", section 1). Closing it again changes
 * nothing. Throws `not_found`, and `account_has_open_children` for a parent.
 */
export const closeAccount =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, account_code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const account = await needAccount(records, account_code);
      if (account.state === 'closed') return;
      if (await records.accounts.hasOpenChildren(account.id)) {
        throw new Failure('account_has_open_children', { value: account_code });
      }
      const at = siteTime(caller.site, world.clock);
      await records.billingInfos.remove(account.id);
      await records.accounts.save({
        ...account,
        state: 'closed',
        closed_at: at,
        updated_at: at,
        hosted_login_token: world.ids.secret(32),
      });
      await records.events.append(eventOf(world, caller, 'account.closed', account_code));
    });

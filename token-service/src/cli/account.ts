import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import type { RecordCounts } from '@service/billing/ports/erasure.ts';
import { needAccount } from '@service/billing/queries/accounts/accounts.ts';
import { eraseAccount } from '@service/billing/usecases/accounts/erase-account.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { command, type Tool } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const counted = (counts: RecordCounts): string =>
  inColumns(Object.entries(counts).map(([table, count]) => [`  ${table}`, String(count)])) || '  none';

const erase = command({
  takes: ['subdomain', 'account_code'],
  does: 'Closes an account and erases the personal data of its customer.',
  example: 'acme customer-1',
  options: { yes: { help: 'Does not ask at a terminal. Elsewhere nothing is asked.' } },
  members: ['account_code', 'erased', 'kept'],
  async run(toolbox, [subdomain = '', account_code = ''], { yes }) {
    const site = await needSite(toolbox.sites, subdomain);
    await needAccount(toolbox.storage.of(site.id), account_code);
    if (yes !== true) {
      const answer = await toolbox.ask(`This cannot be undone. Type ${account_code} to erase the account: `);
      // Undefined where no person can answer: the code on the command line is the confirmation.
      if (answer !== undefined && answer.trim() !== account_code) throw new OperatorTrouble('Nothing was erased.');
    }
    const storage = withEvents(toolbox.storage, toolbox.world);
    const caller = callerOn(toolbox.world, toolbox.operator, site);
    const { erased, kept } = await toolbox.opened.overwritingDeleted(() =>
      eraseAccount({ storage, world: toolbox.world })(caller, account_code),
    );
    return {
      text: `The personal data of account ${account_code} is erased. Records that were changed or deleted:

${counted(erased)}

Records that stay, with what the law asks for:

${counted(kept)}

The ledger, the audit log and the account code stay. Backups, the gateway and receivers of webhooks have copies of their
own; idempotency keys with answers of the API are deleted within a day.`,
      json: { account_code, erased: { ...erased }, kept: { ...kept } },
    };
  },
});

export const accountTool: Tool = {
  ...topic('account'),
  about: `Names, addresses, email addresses, phone numbers, notes, mail, sessions and payment methods are erased, also from events
and webhooks. Invoices with the address that they were made for, payments and the ledger stay, because the law asks for
them. An account with open invoices is refused.`,
  commands: { erase },
};

if (import.meta.main) await main(accountTool);

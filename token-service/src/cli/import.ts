import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { importExternal } from '@service/billing/usecases/external/import-external.ts';
import { command, type Tool } from './command.ts';
import { businessCommands } from './import-business.ts';
import { readExternalFile } from './read-external-file.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

export const importTool: Tool = {
  ...topic('import'),
  about: `Files are checked as a whole: if anything in them is wrong, nothing is imported. A business is a folder of CSV
files; what is there already is left as it is, and what is imported is on hold until start. A record of an app store
that is known is updated. docs/recipes/import-customers.md describes the files.`,
  notes: 'The exit status of compare is 3 while a renewal differs. SECRETS_KEY is that of the service.',
  commands: {
    ...businessCommands,
    external: command({
      takes: ['subdomain', 'file'],
      does: 'Imports what customers have subscribed to at app stores, with its products, invoices and payment phases.',
      example: 'demo app-store.json',
      members: ['products', 'accounts', 'subscriptions', 'invoices', 'phases'],
      async run(toolbox, [subdomain = '', file = '']) {
        const { sites, world, operator } = toolbox;
        const caller = callerOn(world, operator, await needSite(sites, subdomain));
        const storage = withEvents(toolbox.storage, world);
        const counts = await importExternal({ storage, world })(caller, readExternalFile(file));
        const { products, accounts, subscriptions, invoices, phases } = counts;
        return {
          text: `Imported: ${products} products, ${accounts} accounts, ${subscriptions} subscriptions, ${invoices} invoices, ${phases} payment phases.`,
          json: { ...counts },
        };
      },
    }),
  },
};

if (import.meta.main) await main(importTool);

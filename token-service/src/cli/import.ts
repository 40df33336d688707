import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { importExternal } from '@service/billing/usecases/external/import-external.ts';
import { command, type Tool } from './command.ts';
import { readExternalFile } from './read-external-file.ts';
import { main } from './tool.ts';

export const importTool: Tool = {
  name: 'import',
  does: 'Imports records of other systems from a file.',
  about: `A file is checked as a whole: if anything in it is wrong, nothing is imported. A record that is known is updated,
so that the same file can be imported again. docs/recipes/import-customers.md describes the files.`,
  commands: {
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

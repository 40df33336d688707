import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { addNote } from '@service/billing/usecases/notes/add-note.ts';
import { main, type Tool } from './tool.ts';

const HELP = `Notes about an account. The XML API shows them to the merchant; they are written here.

  npm run note -- <subdomain> <account_code> "text"

Example:

  npm run note -- demo customer-1 "Called about the invoice of March."

DATA_DIR and DATABASE_URL say where the data is, as for npm start. The exit status is 0 when it is done,
1 when it was refused (nothing has changed), 2 when the command could not be understood.`;

export const noteTool: Tool = {
  name: 'npm run note --',
  help: HELP,
  commands: {
    '': {
      takes: ['subdomain', 'account_code', 'text'],
      async run(toolbox, [subdomain = '', code = '', text = '']) {
        const site = await needSite(toolbox.sites, subdomain);
        await addNote(toolbox)(callerOn(toolbox.world, toolbox.operator, site), code, text);
        return `Noted on account ${code} of ${subdomain}.`;
      },
    },
  },
};

if (import.meta.main) await main(noteTool);

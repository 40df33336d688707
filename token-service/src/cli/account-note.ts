import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { addNote } from '@service/billing/usecases/notes/add-note.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { command, type Tool } from './command.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

export const noteTool: Tool = {
  ...topic('note'),
  about: 'The XML API shows them to the merchant; they are written here.',
  commands: {
    '': command({
      takes: ['subdomain', 'account_code', 'text'],
      does: 'Adds a note to an account.',
      example: 'demo customer-1 "Called about the invoice of March."',
      members: ['id', 'account_code', 'message', 'created_at'],
      async run(toolbox, [subdomain = '', account_code = '', text = '']) {
        const site = await needSite(toolbox.sites, subdomain);
        const caller = callerOn(toolbox.world, toolbox.operator, site);
        const { id, message, created_at } = await addNote(toolbox)(caller, account_code, text);
        return {
          text: `Noted on account ${account_code} of ${subdomain}.`,
          json: { id, account_code, message, created_at: isoTime(created_at) },
        };
      },
    }),
  },
};

if (import.meta.main) await main(noteTool);

import { explanationText } from '@service/billing/domain/invoices/explain.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { findExplanation, needInvoice } from '@service/billing/queries/invoices.ts';
import { main, type Tool } from './tool.ts';

const HELP = `How the amounts of an invoice were computed: periods, factors, tiers, discounts, taxes, credits.
Everything is read from what was stored when the invoice was made; nothing is priced again.

  npm run explain -- <subdomain> <invoice number>

Example:

  npm run explain -- demo 1005

DATA_DIR and DATABASE_URL say where the data is, as for npm start. The exit status is 0 when it is done,
1 when there is no such invoice, 2 when the command could not be understood.`;

export const explainTool: Tool = {
  name: 'npm run explain --',
  help: HELP,
  commands: {
    '': {
      takes: ['subdomain', 'invoice number'],
      async run({ sites, storage }, [subdomain = '', number = '']) {
        const site = await needSite(sites, subdomain);
        const records = storage.of(site.id);
        const invoice = await needInvoice(records, number);
        const lines = await records.adjustments.onInvoice(invoice.uuid);
        return explanationText(await findExplanation({ storage })({ site }, { invoice, lines }));
      },
    },
  },
};

if (import.meta.main) await main(explainTool);

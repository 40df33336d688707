import { explanationText } from '@service/billing/domain/invoices/explain.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { explainInvoiceNamed } from '@service/billing/queries/invoices/explanations.ts';
import { command, type Tool } from './command.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

export const explainTool: Tool = {
  ...topic('explain'),
  about: 'Everything is read from what was stored when the invoice was made; nothing is priced again.',
  commands: {
    '': command({
      takes: ['subdomain', 'invoice number'],
      does: 'Prints how the amounts of an invoice were computed.',
      example: 'demo 1005',
      members: ['invoice_number', 'explanation'],
      async run({ sites, storage }, [subdomain = '', number = '']) {
        const site = await needSite(sites, subdomain);
        const text = explanationText(await explainInvoiceNamed({ storage })({ site }, number));
        return { text, json: { invoice_number: number, explanation: text } };
      },
    }),
  },
};

if (import.meta.main) await main(explainTool);

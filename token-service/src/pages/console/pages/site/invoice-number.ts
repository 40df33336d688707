import type { SiteDeps } from '@service/billing/engine/sites/on-site.ts';
import { findNextInvoiceNumber } from '@service/billing/queries/invoices/next-invoice-number.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { raiseInvoiceNumber } from '@service/billing/usecases/sites/raise-invoice-number.ts';
import { html } from '../../../../documents/html.ts';
import { formButtons, formTrouble, inputField, secretForm } from '../../parts/form.ts';
import { type ConsoleRoute, FormProblem, formPage } from '../../route.ts';
import { withPermission } from '../../visit.ts';

const PATH = '/settings/invoice-number';

/** The number of the next invoice. It is raised by a merchant who comes from another system, or after a restore. */
export const invoiceNumberPages = (deps: SiteDeps & QueryDeps): readonly ConsoleRoute[] => {
  const next = findNextInvoiceNumber(deps);
  const raise = withPermission('settings.edit', raiseInvoiceNumber(deps));
  return formPage({
    path: PATH,
    name: 'settings invoice number',
    permission: 'settings.edit',
    fresh: true,
    keeps: ['number'],
    async ask(_, visit, filled) {
      const present = await next(visit.caller);
      return {
        title: 'Number of the next invoice',
        back: { href: '/settings', label: 'Settings' },
        content: [
          html`${formTrouble(filled)}<p>The next invoice has the number <strong>${present}</strong>. Invoices are numbered without gaps from there on, and credit invoices with them. The number can only be raised, so that none is given twice.</p>`,
          secretForm(visit, { action: `${visit.prefix}${PATH}` }, [
            inputField(filled, {
              name: 'number',
              label: 'Number of the next invoice',
              value: present,
              hint: 'The numbers that are skipped stay unused. This cannot be undone.',
              attributes: { inputmode: 'numeric', autocomplete: 'off' },
            }),
            formButtons('Raise the number', { back: `${visit.prefix}/settings` }),
          ]),
        ],
      };
    },
    async carryOut(_, visit, form) {
      const typed = form.number ?? '';
      if (!/^\d{1,12}$/.test(typed)) {
        throw new FormProblem('Nothing was changed.', { number: 'Enter a whole number, such as 20001.' });
      }
      const before = await next(visit.caller);
      if (Number(typed) === before) return { to: '/settings', notice: 'The number stays as it is.' };
      await raise(visit, visit.site.subdomain, Number(typed));
      return { to: '/settings', notice: `The next invoice has the number ${Number(typed)}, instead of ${before}.` };
    },
  });
};

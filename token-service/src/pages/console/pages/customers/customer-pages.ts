import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { accountBalance, findAccount, listNotes } from '@service/billing/queries/accounts.ts';
import { findBillingInfo } from '@service/billing/queries/billing-info.ts';
import { addNote } from '@service/billing/usecases/notes/add-note.ts';
import { html } from '../../../../documents/html.ts';
import { customerTitle, factList, momentOf, moneysOf, personal, stateBadge } from '../../parts/figures.ts';
import { actionLink, areaField, formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { showPage } from '../../parts/shell.ts';
import { type ConsoleRoute, formPage, readingPage } from '../../route.ts';
import { consoleVisitOf, may, permitted } from '../../visit.ts';

export interface CustomerDeps {
  readonly storage: Storage;
  readonly world: World;
}

/** One customer: who it is, what it pays, what happened, what is wrong. */
export const customerPages = (deps: CustomerDeps): readonly ConsoleRoute[] => {
  const find = findAccount(deps);
  const balanceOf = accountBalance(deps);
  const notesOf = listNotes(deps);
  const note = permitted('customers.note', addNote(deps));
  const PATH = '/customers/:code';

  const customer = readingPage(PATH, 'customer', 'customers.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const account = await find(visit.caller, ctx.params.code ?? '');
    const { account_code: code } = account;
    const [{ past_due, balance_in_cents }, billing, notes] = await Promise.all([
      balanceOf(visit.caller, code),
      findBillingInfo(deps)(visit.caller, code).catch(() => undefined),
      notesOf.page(visit.caller, {
        filter: { account_id: account.id },
        sort: 'created_at',
        order: 'desc',
        limit: 20,
      }),
    ]);
    showPage(
      ctx,
      {
        title: customerTitle(visit, account),
        badge: html`${stateBadge(past_due ? 'past_due' : account.state)}`,
        subtitle: [personal(visit, account.email), account.account_code].filter(Boolean).join(' · '),
        back: { href: '/customers', label: 'Customers' },
        actions: may(visit, 'customers.note')
          ? [actionLink(visit, `/customers/${encodeURIComponent(code)}/note`, 'Add note', { key: 'n' })]
          : [],
      },
      [
        factList([
          { label: 'Balance', value: moneysOf(balance_in_cents) },
          { label: 'Card', value: billing?.last_four ? `${billing.card_type} ${billing.last_four}` : 'None on file' },
          { label: 'Country', value: account.address.country },
          { label: 'Created', value: momentOf(visit, account.created_at) },
        ]),
        html`<section><h2>Notes</h2><ul class="timeline">${notes.records.map(
          ({ message, created_at }) =>
            html`<li>${momentOf(visit, created_at)}<span class="what">${message}</span></li>`,
        )}</ul></section>`,
      ],
    );
  });

  return [
    customer,
    ...formPage({
      path: `${PATH}/note`,
      name: 'customer note',
      permission: 'customers.note',
      async ask(ctx, visit, filled) {
        const { account_code: code, ...account } = await find(visit.caller, ctx.params.code ?? '');
        const here = `/customers/${encodeURIComponent(code)}`;
        return {
          title: 'Add note',
          back: { href: here, label: customerTitle(visit, { ...account, account_code: code }) },
          content: [
            html`${formTrouble(filled)}`,
            secretForm(visit, { action: `${visit.prefix}${here}/note` }, [
              areaField(filled, {
                name: 'message',
                label: 'Note',
                hint: 'Operators see it with your name and the time. The customer does not.',
                attributes: { required: '', maxlength: '2000', autofocus: '' },
              }),
              formButtons('Add note', { back: `${visit.prefix}${here}` }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit, form) {
        const code = ctx.params.code ?? '';
        await note(visit, code, form.message ?? '');
        return { to: `/customers/${encodeURIComponent(code)}`, notice: 'The note was added.' };
      },
    }),
  ];
};

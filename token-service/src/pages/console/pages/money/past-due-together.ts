import type { Permission } from '@service/billing/domain/operators/permissions.ts';
import { listPastDue, type PastDueRow } from '@service/billing/queries/past-due.ts';
import { stopDunning } from '@service/billing/usecases/dunning/stop-dunning.ts';
import { collectInvoice } from '@service/billing/usecases/invoices/collect-invoice.ts';
import { sendInvoice } from '@service/billing/usecases/invoices/send-invoice.ts';
import { html } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import { moneyOf } from '../../parts/figures.ts';
import { formButtons, formTrouble, radioField, secretForm } from '../../parts/form.ts';
import { countInWords } from '../../parts/row-query.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, FormProblem, formPage, problemsOf, queryOf } from '../../route.ts';
import { type ConsoleVisit, may, withPermission } from '../../visit.ts';
import type { MoneyDeps } from './money-deps.ts';
import { rowTitle } from './money-parts.ts';
import { pastDueQuery } from './past-due-list.ts';

/** Invoices that are acted on by one form: each may wait for a gateway. */
const MOST_TOGETHER = 25;
/** Failures that the notice names. */
const MOST_NAMED = 5;

interface TogetherAction {
  readonly name: string;
  readonly permission: Permission;
  readonly label: string;
  readonly hint: string;
  readonly done: string;
  /** Returns why it was not done; undefined if it was. */
  readonly run: (visit: ConsoleVisit, uuid: string) => Promise<string | undefined>;
}

/** Collects, reminds of, or stops dunning of several invoices that are past due. */
export const pastDueTogetherRoutes = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const list = listPastDue(deps);
  const collect = withPermission('invoices.collect', collectInvoice(deps));
  const send = withPermission('invoices.send', sendInvoice(deps));
  const stop = withPermission('dunning.stop', stopDunning(deps));
  const actions: readonly TogetherAction[] = [
    {
      name: 'collect',
      permission: 'invoices.collect',
      label: 'Collect now',
      hint: 'Charges the payment method of each invoice, and each account once an hour at most.',
      done: 'collected',
      async run(visit, uuid) {
        const outcome = await collect(visit, uuid);
        return outcome.outcome === 'declined' ? english.decline(outcome.error_code).merchant_message : undefined;
      },
    },
    {
      name: 'remind',
      permission: 'invoices.send',
      label: 'Send a reminder',
      hint: 'Mails each invoice with a request to pay.',
      done: 'reminded of',
      async run(visit, uuid) {
        await send(visit, uuid);
        return undefined;
      },
    },
    {
      name: 'stop-dunning',
      permission: 'dunning.stop',
      label: 'Stop dunning',
      hint: 'No more reminders, retries or final steps. The invoices stay past due.',
      done: 'taken out of dunning',
      async run(visit, uuid) {
        await stop(visit, uuid);
        return undefined;
      },
    },
  ];
  const offered = (visit: ConsoleVisit) => actions.filter(({ permission }) => may(visit, permission));
  const read = async (visit: ConsoleVisit, filters: Readonly<Record<string, string | undefined>>) =>
    (await list(visit.caller, { ...pastDueQuery(visit, filters), due: true, limit: MOST_TOGETHER, order: 'asc' }))
      .records;

  return formPage({
    path: '/past-due/together',
    name: 'past due together',
    permission: 'invoices.collect',
    async ask(ctx, visit, filled) {
      const filters = queryOf(ctx);
      const rows = await read(visit, filled.values);
      const query = ctx.querystring ? `?${ctx.querystring}` : '';
      return {
        title: 'Act on several invoices',
        back: { href: `/past-due${query}`, label: 'Past due' },
        content: [
          html`${formTrouble(filled)}<p class="quiet">The oldest ${MOST_TOGETHER} at most, of those that are due. Each is acted on by itself: what fails for one leaves the others.</p>`,
          secretForm(visit, { action: `${visit.prefix}/past-due/together` }, [
            ...['age', 'currency', 'account_code'].map((name) =>
              (filled.values[name] ?? filters[name])
                ? html`<input type="hidden" name="${name}" value="${filled.values[name] ?? filters[name]}">\n`
                : '',
            ),
            radioField(
              filled,
              { name: 'do', label: 'What to do', value: offered(visit)[0]?.name },
              offered(visit).map(({ name, label, hint }) => ({ value: name, label, hint })),
            ),
            rowsTable(visit, rows, filled.values),
            formButtons('Do this for the ticked invoices', { back: `${visit.prefix}/past-due${query}` }),
          ]),
        ],
      };
    },
    async carryOut(_, visit, form) {
      const action = offered(visit).find(({ name }) => name === form.do);
      if (!action) throw new FormProblem('Choose what to do.');
      const chosen = (await read(visit, form)).filter(({ uuid }) => form[boxOf(uuid)] !== undefined);
      if (chosen.length === 0) throw new FormProblem('Tick at least one invoice.');
      const failed: string[] = [];
      for (const row of chosen) {
        const reason = await tried(action, visit, row.uuid);
        if (reason !== undefined) failed.push(`${row.number}: ${reason}`);
      }
      const done = chosen.length - failed.length;
      const rest = failed.length > 0 ? ` Not done for ${failed.length}: ${failed.slice(0, MOST_NAMED).join(' ')}` : '';
      return {
        to: '/past-due',
        notice: `${countInWords(done, 'invoice')} ${done === 1 ? 'was' : 'were'} ${action.done}.${rest}`,
      };
    },
  });
};

/** Runs an action on one invoice under a key of its own: the form's key is that of all of them. */
const tried = async (action: TogetherAction, visit: ConsoleVisit, uuid: string): Promise<string | undefined> => {
  const { caller } = visit;
  const own = { ...visit, caller: { ...caller, idempotency_key: `${caller.idempotency_key ?? ''}/${uuid}` } };
  try {
    return await action.run(own, uuid);
  } catch (error) {
    const problems = problemsOf(error);
    if (!problems) throw error;
    return problems.form ?? 'it could not be done.';
  }
};

const boxOf = (uuid: string): string => `invoice_${uuid}`;

const rowsTable = (
  visit: ConsoleVisit,
  rows: readonly PastDueRow[],
  values: Readonly<Record<string, string | undefined>>,
) =>
  consoleTable({
    caption: 'Invoices that are past due',
    rows,
    empty: 'Nothing is past due.',
    columns: [
      {
        name: 'invoice',
        label: 'Invoice',
        cell: ({ uuid, number }) =>
          html`<label class="choice"><input type="checkbox" name="${boxOf(uuid)}" value="yes"${values[boxOf(uuid)] ? html` checked` : ''}> <span>${number}</span></label>`,
      },
      { name: 'customer', label: 'Customer', cell: ({ customer }) => rowTitle(visit, customer) },
      { name: 'days', label: 'Days due', numeric: true, cell: ({ days_due }) => days_due },
      {
        name: 'owed',
        label: 'Owed',
        numeric: true,
        cell: ({ balance_in_cents, currency }) => moneyOf(balance_in_cents, currency),
      },
    ],
  });

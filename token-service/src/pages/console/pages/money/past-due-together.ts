import { daysDue } from '@service/billing/domain/invoices/aging.ts';
import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { Permission } from '@service/billing/domain/operators/permissions.ts';
import type { RowCustomer } from '@service/billing/queries/accounts/row-parts.ts';
import { isOwed, listPastDueRows, type PastDueRow } from '@service/billing/queries/dunning/past-due.ts';
import { findInvoice } from '@service/billing/queries/invoices/invoices.ts';
import { stopDunning } from '@service/billing/usecases/dunning/stop-dunning.ts';
import { collectInvoice } from '@service/billing/usecases/invoices/collect-invoice.ts';
import { sendInvoice } from '@service/billing/usecases/invoices/send-invoice.ts';
import { unlessRefused } from '@service/billing/values/failure.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { html } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { moneyOf } from '../../parts/figures.ts';
import { formButtons, formTrouble, radioField, secretForm } from '../../parts/form.ts';
import { stateWord } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, FormProblem, formPage, problemsOf } from '../../route.ts';
import { countInWords } from '../../row-query.ts';
import { type ConsoleVisit, may, withPermission } from '../../visit.ts';
import { describeCustomerMail } from './customer-mail.ts';
import type { MoneyDeps } from './money-deps.ts';
import { rowTitle } from './money-parts.ts';
import { keptPastDueFilters, pastDuePath, pastDueQuery } from './past-due-list.ts';

/** Invoices that are acted on by one form: each may wait for a gateway. */
const MOST_TOGETHER = 25;

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
  const list = listPastDueRows(deps);
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
  const find = findInvoice(deps);
  const mailSent = describeCustomerMail(deps);
  const offered = (visit: ConsoleVisit) => actions.filter(({ permission }) => may(visit, permission));
  const read = async (visit: ConsoleVisit, filters: Form): Promise<readonly OfferedRow[]> =>
    (await list(visit.caller, { ...pastDueQuery(visit, filters), due: true, limit: MOST_TOGETHER, order: 'asc' }))
      .records;
  /** Returns the invoices that were ticked. One that does not exist is only named. */
  const readTicked = (visit: ConsoleVisit, form: Form) =>
    Promise.all(tickedIn(form).map(async (uuid) => ({ uuid, invoice: await unlessRefused(find(visit.caller, uuid)) })));
  /** Returns the rows of the form: those of the list, then what was ticked and is not among them any more. */
  const offeredRows = async (visit: ConsoleVisit, form: Form): Promise<readonly OfferedRow[]> => {
    const listed = await read(visit, form);
    const further = (await readTicked(visit, form)).flatMap(({ invoice }) =>
      invoice && !listed.some(({ uuid }) => uuid === invoice.uuid) ? [rowOf(invoice, visit.caller.at)] : [],
    );
    return [...listed, ...further];
  };
  /** Acts on one invoice. Returns what happened, with what the customer was told. */
  const acted = async (
    action: TogetherAction,
    visit: ConsoleVisit,
    { uuid, invoice }: { readonly uuid: string; readonly invoice: ShownInvoice | undefined },
    described: Set<string>,
  ): Promise<Acted> => {
    if (!invoice) return { kind: 'left out', name: uuid, said: 'there is no such invoice any more.' };
    const name = invoiceName(invoice);
    if (!isOwed(invoice)) {
      return { kind: 'left out', name, said: `it is ${stateWord('invoice', invoice.state)} now, so it is not owed.` };
    }
    const reason = await tried(action, visit, uuid);
    const mail = await mailSent(visit, invoice.account_code, { described });
    return reason === undefined
      ? { kind: 'done', name, said: mail, invoice }
      : { kind: 'failed', name, said: `${reason} ${mail}` };
  };

  return formPage({
    path: '/past-due/together',
    name: 'past due together',
    permission: 'invoices.collect',
    async ask(_, visit, filled) {
      const rows = await offeredRows(visit, filled.values);
      const owed = sumsInWords(rows);
      const back = pastDuePath('/past-due', filled.values);
      return {
        title: 'Act on several invoices',
        back: { href: back, label: 'Past due' },
        content: [
          html`${formTrouble(filled)}<p class="quiet">The oldest ${MOST_TOGETHER} at most, of those that are due. Each is acted on by itself: what fails for one leaves the others.</p>`,
          secretForm(visit, { action: `${visit.prefix}/past-due/together` }, [
            ...keptPastDueFilters(filled.values).map(
              ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
            ),
            radioField(
              filled,
              { name: 'do', label: 'What to do', value: offered(visit)[0]?.name },
              offered(visit).map(({ name, label, hint }) => ({ value: name, label, hint })),
            ),
            rowsTable(visit, rows, filled.values),
            formButtons(`Do this for the ticked invoices${owed && ` (all ${rows.length}: ${owed})`}`, {
              back: `${visit.prefix}${back}`,
            }),
          ]),
        ],
      };
    },
    money: {
      async amountOf(_, visit, form) {
        if (form.do !== 'collect') return undefined;
        const invoices = (await readTicked(visit, form)).flatMap(({ invoice }) => invoice ?? []);
        return Math.max(0, ...sumsOf(invoices).map(({ cents }) => cents));
      },
      keptOf: (_, __, form) => ({
        ...Object.fromEntries(keptPastDueFilters(form)),
        ...Object.fromEntries(tickedIn(form).map((uuid) => [boxOf(uuid), 'yes'])),
        do: form.do,
      }),
    },
    async carryOut(_, visit, form) {
      const action = offered(visit).find(({ name }) => name === form.do);
      if (!action) throw new FormProblem('Choose what to do.');
      const ticked = await readTicked(visit, form);
      if (ticked.length === 0) throw new FormProblem('Tick at least one invoice.');
      if (ticked.length > MOST_TOGETHER) {
        throw new FormProblem(`Tick at most ${MOST_TOGETHER} invoices: ${ticked.length} are ticked.`);
      }
      const described = new Set<string>();
      const all: Acted[] = [];
      for (const one of ticked) all.push(await acted(action, visit, one, described));
      return { to: pastDuePath('/past-due', form), notice: outcomeInWords(action, all) };
    },
  });
};

/** The outcome of the action for one invoice. */
interface Acted {
  readonly kind: 'done' | 'failed' | 'left out';
  readonly name: string;
  /** The reason, and what the customer was told, in sentences. */
  readonly said: string;
  /** The invoice as it was, where something was done. */
  readonly invoice?: ShownInvoice;
}

/** `2 invoices were collected: $20.00. 1001, 1002: The customer is sent a receipt with the invoice.` */
const outcomeInWords = (action: TogetherAction, all: readonly Acted[]): string => {
  const done = all.filter(({ kind }) => kind === 'done');
  const failed = all.filter(({ kind }) => kind === 'failed');
  const leftOut = all.filter(({ kind }) => kind === 'left out');
  const amounts = sumsInWords(done.flatMap(({ invoice }) => invoice ?? []));
  return [
    `${countInWords(done.length, 'invoice')} ${done.length === 1 ? 'was' : 'were'} ${action.done}${amounts && `, ${amounts}`}.`,
    namesWithReasons(done),
    failed.length > 0 ? `Not done for ${failed.length}: ${namesWithReasons(failed)}` : '',
    leftOut.length > 0 ? `Left out ${leftOut.length}: ${namesWithReasons(leftOut)}` : '',
  ]
    .filter(Boolean)
    .join(' ');
};

/** Names invoices of which the same is said together: the address of the next page carries the text. */
const namesWithReasons = (all: readonly Acted[]): string =>
  [...Map.groupBy(all, ({ said }) => said)]
    .map(([said, each]) => `${each.map(({ name }) => name).join(', ')}: ${said}`)
    .join(' ');

type Owed = Pick<OfferedRow, 'currency' | 'balance_in_cents'>;

const sumsOf = (owed: readonly Owed[]): readonly { readonly currency: string; readonly cents: number }[] =>
  [...Map.groupBy(owed, ({ currency }) => currency)].map(([currency, each]) => ({
    currency,
    cents: each.reduce((sum, { balance_in_cents }) => sum + balance_in_cents, 0),
  }));

/** `$20.00 and €10.00`; empty for no invoice. */
const sumsInWords = (owed: readonly Owed[]): string =>
  sumsOf(owed)
    .map(({ currency, cents }) => moneyOf(cents, currency))
    .join(' and ');

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

/** A row of the form: one of the list, or an invoice that was ticked and is not listed any more. */
interface OfferedRow extends Pick<PastDueRow, 'uuid' | 'number' | 'days_due' | 'balance_in_cents' | 'currency'> {
  readonly customer: RowCustomer | undefined;
}

const rowOf = (invoice: ShownInvoice, at: Seconds): OfferedRow => ({
  uuid: invoice.uuid,
  number: invoiceName(invoice),
  days_due: daysDue(invoice.due_on, at),
  balance_in_cents: invoice.balance_in_cents,
  currency: invoice.currency,
  customer: { account_code: invoice.account_code, name: null, company: null, email: null },
});

const BOX = /^invoice_([0-9a-f]{32})$/;

const boxOf = (uuid: string): string => `invoice_${uuid}`;

/** Returns the uuids of the invoices that were ticked. */
const tickedIn = (form: Form): readonly string[] =>
  Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : (BOX.exec(name)?.slice(1) ?? [])));

const rowsTable = (
  visit: ConsoleVisit,
  rows: readonly OfferedRow[],
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

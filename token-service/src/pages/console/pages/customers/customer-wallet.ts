import { payingParent } from '@service/billing/domain/accounts/account.ts';
import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { findPaidByMethods, type MethodPayments } from '@service/billing/queries/payments/paid-by-method.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Fact } from '../../parts/figures.ts';
import { customerPath, invoicePath, subscriptionPath } from '../../parts/paths.ts';
import { toneBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleVisit, may } from '../../visit.ts';
import { methodInShort } from '../money/money-parts.ts';

/** Subscriptions and invoices that are named for each method. */
const MOST_NAMED = 5;

const NOTHING: MethodPayments = { subscriptions: [], invoices: [] };

const validTo = ({ month, year }: BillingInfoRecord): string =>
  month && year ? `${String(month).padStart(2, '0')}/${year}` : '';

const methodText = (method: BillingInfoRecord): string => {
  const until = validTo(method);
  return `${methodInShort(method)}${until && `, valid to ${until}`}`;
};

/** The payment method, or the parent that pays, and the backup. `methods`: the primary first. */
export const paymentFacts = (
  visit: ConsoleVisit,
  account: AccountRecord,
  methods: readonly BillingInfoRecord[],
): Fact[] => {
  const [primary] = methods;
  const parent = payingParent(account);
  if (parent) {
    const link = html`<a href="${visit.prefix}${customerPath(parent)}">${parent}</a>`;
    const own = primary ? html` <span class="quiet">(own method, not charged: ${methodText(primary)})</span>` : '';
    return [{ label: 'Paid by', value: html`${link}${own}` }];
  }
  const backup = methods.find(({ backup_payment_method }) => backup_payment_method);
  return [
    { label: 'Pays with', value: primary ? methodText(primary) : 'Nothing on file' },
    { label: 'Backup', value: backup && methodText(backup) },
  ];
};

/** Returns the section with several payment methods of an account: which of them is the primary, and what each pays. */
export const walletSection = (deps: QueryDeps) => {
  const paidBy = findPaidByMethods(deps);
  return async (
    visit: ConsoleVisit,
    account: AccountRecord,
    methods: readonly BillingInfoRecord[],
  ): Promise<Markup | string> => {
    if (methods.length < 2) return '';
    const paid = await paidBy(visit.caller, account, methods);
    const isElsewhere = payingParent(account) !== null;
    return html`<section><h2>Payment methods</h2>${consoleTable({
      caption: 'Payment methods',
      rows: methods,
      empty: '',
      columns: [
        { name: 'method', label: 'Method', cell: (one) => html`<span>${methodInShort(one)} ${roleOf(one)}</span>` },
        { name: 'valid_to', label: 'Valid to', cell: validTo },
        { name: 'gateway', label: 'Gateway', cell: ({ gateway_code }) => gateway_code },
        {
          name: 'pays',
          label: 'Pays',
          cell: (one) =>
            isElsewhere ? 'Nothing: the parent pays.' : paysText(visit, one, paid.get(one.id) ?? NOTHING),
        },
      ],
    })}</section>`;
  };
};

const roleOf = ({ primary_payment_method, backup_payment_method }: BillingInfoRecord): Markup | string => {
  if (primary_payment_method) return toneBadge('calm', 'primary');
  return backup_payment_method ? toneBadge('calm', 'backup') : '';
};

/** Names what a method pays; the backup pays what another one cannot. */
const paysText = (
  visit: ConsoleVisit,
  { backup_payment_method }: BillingInfoRecord,
  { subscriptions, invoices }: MethodPayments,
): Markup => {
  const named = [
    ...(may(visit, 'subscriptions.read')
      ? subscriptions.map(
          ({ uuid, plan_name }) => html`<a href="${visit.prefix}${subscriptionPath(uuid)}">${plan_name}</a>`,
        )
      : []),
    ...(may(visit, 'invoices.read')
      ? invoices.map(
          (one) => html`<a href="${visit.prefix}${invoicePath(invoiceName(one))}">invoice ${invoiceName(one)}</a>`,
        )
      : []),
  ];
  const shown = named.slice(0, MOST_NAMED);
  const rest = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  const standsIn = backup_payment_method ? 'what another method is declined for' : '';
  if (shown.length === 0) return html`<span class="quiet">${standsIn || 'nothing now'}</span>`;
  return html`<span>${shown.map((one, place) => html`${place > 0 ? ', ' : ''}${one}`)}${rest}${standsIn && `, and ${standsIn}`}</span>`;
};

import { DUE_KINDS, isDueKind } from '@service/billing/domain/due/kinds.ts';
import { findWork, type ShownWork } from '@service/billing/queries/work/work.ts';
import { dismissFailedWork } from '@service/billing/usecases/due/dismiss-failed-work.ts';
import { retryFailedWork } from '@service/billing/usecases/due/retry-failed-work.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { backToReport, fromReport, reportBehind } from '../../parts/back-to-report.ts';
import { factList, momentOf, shortId, systemMomentOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { actionLink, areaField, formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { type ConsoleRoute, type FormPageContent, formPage, readingPage } from '../../route.ts';
import { type ConsolePage, type ConsoleVisit, consoleVisitOf, may, withPermission } from '../../visit.ts';
import type { WorkListDeps } from './work-list.ts';

export type WorkItemDeps = Pick<WorkListDeps, 'storage' | 'world'>;

const PATH = '/work/:kind/:id';

/** One item of due work that failed, and what can be done about it. */
export const workItem = (deps: WorkItemDeps): readonly ConsoleRoute[] => {
  const retry = withPermission('work.retry', retryFailedWork(deps));
  const dismiss = withPermission('work.dismiss', dismissFailedWork(deps));
  const find = (ctx: ConsolePage, { site }: ConsoleVisit): Promise<ShownWork> =>
    findWork(deps)(site, ctx.params.kind ?? '', ctx.params.id ?? '');

  const asking = (
    item: ShownWork,
    { values }: FilledForm,
    title: string,
    content: readonly Markup[],
  ): FormPageContent => ({
    title,
    back: reportBehind(values.back) ?? { href: hereOf(item), label: nameOf(item) },
    content,
  });

  return [
    readingPage(PATH, 'work item', 'work.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const item = await find(ctx, visit);
      const behind = backToReport(ctx.querystring)?.href;
      showPage(
        ctx,
        {
          title: nameOf(item),
          badge: stateBadge('work', item.status),
          subtitle: rulesOf(item)?.does,
          back: { href: '/work', label: 'Work' },
          actions: [
            ...(may(visit, 'work.retry')
              ? [actionLink(visit, fromReport(`${hereOf(item)}/retry`, behind), 'Retry', { main: true })]
              : []),
            ...(may(visit, 'work.dismiss') && item.status !== 'dismissed'
              ? [actionLink(visit, fromReport(`${hereOf(item)}/dismiss`, behind), 'Dismiss')]
              : []),
          ],
        },
        [factsOf(visit, item), consequences(item)],
      );
    }),
    ...formPage({
      path: `${PATH}/retry`,
      name: 'work retry',
      permission: 'work.retry',
      async ask(ctx, visit, filled) {
        const item = await find(ctx, visit);
        return asking(item, filled, `Retry this ${nameOf(item)}`, [
          html`${formTrouble(filled)}`,
          factsOf(visit, item),
          html`<p>A worker attempts it at once, as if it had never failed.${retryWords(item)}</p>`,
          secretForm(visit, { action: `${visit.prefix}${hereOf(item)}/retry` }, [
            behindField(filled),
            formButtons('Retry now', { back: `${visit.prefix}${keptBehind(hereOf(item), filled.values)}` }),
          ]),
        ]);
      },
      async carryOut(ctx, visit, form) {
        const item = await find(ctx, visit);
        await retry(visit, item.kind, item.id);
        return { to: keptBehind('/work', form), notice: `A worker attempts the ${nameOf(item)} again now.` };
      },
    }),
    ...formPage({
      path: `${PATH}/dismiss`,
      name: 'work dismiss',
      permission: 'work.dismiss',
      async ask(ctx, visit, filled) {
        const item = await find(ctx, visit);
        return asking(item, filled, `Dismiss this ${nameOf(item)}`, [
          html`${formTrouble(filled)}`,
          factsOf(visit, item),
          consequences(item),
          secretForm(visit, { action: `${visit.prefix}${hereOf(item)}/dismiss` }, [
            behindField(filled),
            areaField(filled, {
              name: 'reason',
              label: 'Reason',
              hint: 'It is in the audit log, with your name.',
              attributes: { required: '', maxlength: '2000', autofocus: '' },
            }),
            formButtons('Dismiss: no worker attempts it again', {
              back: `${visit.prefix}${keptBehind(hereOf(item), filled.values)}`,
              danger: true,
            }),
          ]),
        ]);
      },
      async carryOut(ctx, visit, form) {
        const item = await find(ctx, visit);
        await dismiss(visit, item.kind, item.id, form.reason ?? '');
        return {
          to: keptBehind(hereOf(item), form),
          notice: `The ${nameOf(item)} was dismissed: no worker attempts it again. The customer was not told.`,
        };
      },
    }),
  ];
};

/** Returns a path that leads back to the month of the books whose checklist led to the work. */
const keptBehind = (path: string, { back }: Form): string => fromReport(path, reportBehind(back)?.href);

const behindField = ({ values }: FilledForm): Markup =>
  html`<input type="hidden" name="back" value="${reportBehind(values.back)?.href ?? ''}">`;

const nameOf = ({ kind }: ShownWork): string => kind.replaceAll('_', ' ');

const hereOf = ({ kind, id }: ShownWork): string => `/work/${kind}/${encodeURIComponent(id)}`;

const rulesOf = ({ kind }: ShownWork) => (isDueKind(kind) ? DUE_KINDS[kind] : undefined);

/** Returns what a retry does beside the attempt. */
const retryWords = ({ kind }: ShownWork): string => {
  if (kind === 'subscription_boundary') return ' Periods that were missed are billed too.';
  return kind === 'dunning' ? ' The step is taken as it is, even if it is the final action.' : '';
};

const consequences = (item: ShownWork): Markup => {
  const words = rulesOf(item)?.ifParked;
  return words ? html`<p>Until it succeeds: ${words}.</p>` : html``;
};

const linkTo = ({ prefix }: ConsoleVisit, path: string, text: string): Markup =>
  html`<a href="${prefix}${path}">${text}</a>`;

const factsOf = (visit: ConsoleVisit, item: ShownWork): Markup => {
  const { account_code, invoice_number, subscription_uuid } = item;
  return factList([
    { label: 'Reason', value: item.error },
    { label: 'Due', value: momentOf(visit, item.at) },
    { label: 'Failures', value: item.failures },
    {
      label: 'Next attempt',
      value: item.retry_at_ms === null ? 'None by itself' : systemMomentOf(visit, item.retry_at_ms),
    },
    {
      label: 'Account',
      value:
        account_code === null ? null : linkTo(visit, `/customers/${encodeURIComponent(account_code)}`, account_code),
    },
    {
      label: 'Invoice',
      value: invoice_number === null ? null : linkTo(visit, `/invoices/${invoice_number}`, String(invoice_number)),
    },
    {
      label: 'Subscription',
      value: subscription_uuid === null ? null : linkTo(visit, `/subscriptions/${subscription_uuid}`, 'subscription'),
    },
    { label: 'Id', value: shortId(item.id) },
  ]);
};

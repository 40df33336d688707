import {
  APPROVAL_PERMISSIONS,
  type ApprovalKind,
  approvalReason,
  type ListedApproval,
} from '@service/billing/domain/approvals/approval.ts';
import { findApproval } from '@service/billing/queries/work/approvals.ts';
import { approve } from '@service/billing/usecases/approvals/approve.ts';
import { declineApproval } from '@service/billing/usecases/approvals/decline-approval.ts';
import { withdrawApproval } from '@service/billing/usecases/approvals/withdraw-approval.ts';
import { isRefusedByRule } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { exactMomentOf, factList, moneyOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { actionLink, areaField, formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { approvalPath, customerPath } from '../../parts/paths.ts';
import { showPage } from '../../parts/shell.ts';
import { stateWord } from '../../parts/state-words.ts';
import {
  type ConsoleRoute,
  type FormPageContent,
  FormProblem,
  formPage,
  type MoneyForm,
  MoneyUnderWay,
  readingPage,
  StaleRecord,
} from '../../route.ts';
import type { MoneyFormDeps } from '../../steps/moved-money.ts';
import { type ConsoleVisit, consoleVisitOf, may, needPermission, withPermission } from '../../visit.ts';
import { approvalList } from './approval-list.ts';
import { approvalBadge, approvalSubject, approvalTitle, operatorName } from './approval-words.ts';

/**
 * The pages on which a second operator decides what another one asked for. `forms`: those of the console that move
 * money; what is approved is carried out by the form that was sent, with the amount that it had.
 */
export const approvalPages = (deps: MoneyFormDeps, forms: readonly MoneyForm[]): readonly ConsoleRoute[] => {
  const find = findApproval(deps);
  const formOf = new Map<ApprovalKind, MoneyForm>(forms.map((form) => [form.kind, form]));
  return [
    approvalList(deps),
    readingPage('/approvals/:uuid', 'approval', 'approvals.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const approval = await find(visit, ctx.params.uuid ?? '');
      showPage(
        ctx,
        {
          title: approvalTitle(approval),
          badge: approvalBadge(approval),
          subtitle: html`<a href="${visit.prefix}${customerPath(approval.account_code)}">${approval.account_code}</a>`,
          back: { href: '/approvals', label: 'Approvals' },
          actions: actionsFor(visit, approval, formOf.get(approval.kind)),
        },
        [
          waitingFor(visit, approval, formOf.get(approval.kind)),
          html`<section class="panel">${factsOf(visit, approval)}</section>`,
        ],
      );
    }),
    ...approveRoutes(deps, formOf),
    ...declineRoutes(deps),
    ...withdrawRoutes(deps),
  ];
};

const isOwn = ({ caller }: ConsoleVisit, { requested_by }: ListedApproval): boolean => requested_by === caller.actor;

const mayDecide = (visit: ConsoleVisit, form: MoneyForm | undefined): boolean =>
  form !== undefined && may(visit, 'approvals.decide') && may(visit, APPROVAL_PERMISSIONS[form.kind]);

const actionsFor = (visit: ConsoleVisit, approval: ListedApproval, form: MoneyForm | undefined): readonly Markup[] => {
  const { uuid, state } = approval;
  if (state !== 'waiting') return [];
  if (isOwn(visit, approval)) {
    return may(visit, 'approvals.withdraw') ? [actionLink(visit, approvalPath(uuid, 'withdraw'), 'Withdraw')] : [];
  }
  return [
    ...(mayDecide(visit, form)
      ? [actionLink(visit, approvalPath(uuid, 'approve'), `Approve ${amountOf(approval)}`, { main: true })]
      : []),
    ...(may(visit, 'approvals.decide') ? [actionLink(visit, approvalPath(uuid, 'decline'), 'Decline')] : []),
  ];
};

const amountOf = ({ amount_in_cents, currency }: ListedApproval): string => moneyOf(amount_in_cents, currency);

const waitingFor = (visit: ConsoleVisit, approval: ListedApproval, form: MoneyForm | undefined): Markup | string => {
  const { state, outcome } = approval;
  if (state === 'approved' && outcome === null) {
    return html`<p class="trouble">It was approved, and its outcome is not known: the service may have stopped, or the gateway has not answered. Look at ${approvalSubject(visit, approval)} before anybody asks again.</p>`;
  }
  if (state !== 'waiting') return '';
  const who = isOwn(visit, approval)
    ? 'You asked for it, so another operator decides.'
    : mayDecide(visit, form)
      ? 'Nothing has happened yet. It happens when you approve it.'
      : 'It waits for an operator who may do this and may approve.';
  return html`<p>${who}</p>`;
};

const factsOf = (visit: ConsoleVisit, approval: ListedApproval): Markup => {
  const { requested_by, requested_at, decided_by, decided_at, outcome, state } = approval;
  return factList([
    { label: 'About', value: approvalSubject(visit, approval) },
    { label: 'Amount', value: amountOf(approval) },
    { label: 'Reason', value: approvalReason(approval) },
    { label: 'Asked by', value: operatorName(requested_by) },
    { label: 'Asked', value: exactMomentOf(visit, requested_at) },
    {
      label: state === 'withdrawn' ? 'Withdrawn by' : 'Decided by',
      value: decided_by === null ? null : operatorName(decided_by),
    },
    {
      label: state === 'withdrawn' ? 'Withdrawn' : 'Decided',
      value: decided_at === null ? null : exactMomentOf(visit, decided_at),
    },
    { label: state === 'declined' ? 'Declined because' : 'Outcome', value: outcome },
  ]);
};

interface Decision {
  readonly title: string;
  readonly content: readonly (Markup | string)[];
  readonly button: string;
  readonly danger?: boolean;
}

/** Returns what a form that decides shows: the facts, and the button. */
const asking = (
  visit: ConsoleVisit,
  approval: ListedApproval,
  action: string,
  filled: FilledForm,
  { title, content, button, danger = false }: Decision,
): FormPageContent => {
  const here = approvalPath(approval.uuid);
  return {
    title,
    back: { href: here, label: approvalTitle(approval) },
    content: [
      html`${formTrouble(filled)}<section class="panel">${factsOf(visit, approval)}</section>`,
      approval.state === 'waiting'
        ? secretForm(visit, { action: `${visit.prefix}${approvalPath(approval.uuid, action)}` }, [
            ...content,
            formButtons(button, { back: `${visit.prefix}${here}`, danger }),
          ])
        : html`<p>This was decided: ${stateWord('approval', approval.state)}.</p>`,
    ],
  };
};

const CHANGED =
  'The record has changed since this was asked for, so nothing was done. Decline it, and let it be asked for again.';

const approveRoutes = (deps: MoneyFormDeps, formOf: ReadonlyMap<ApprovalKind, MoneyForm>): readonly ConsoleRoute[] => {
  const find = findApproval(deps);
  const carryOut = withPermission('approvals.decide', approve(deps));
  return formPage({
    path: '/approvals/:uuid/approve',
    name: 'approval approve',
    permission: 'approvals.decide',
    async ask(ctx, visit, filled) {
      const approval = await find(visit, ctx.params.uuid ?? '');
      return asking(visit, approval, 'approve', filled, {
        title: `Approve: ${approvalTitle(approval)}`,
        content: [
          html`<p>It is carried out at once, in your name, as ${operatorName(approval.requested_by)} asked for it.</p>`,
        ],
        button: `Approve ${amountOf(approval)}`,
        danger: true,
      });
    },
    async carryOut(ctx, visit) {
      const uuid = ctx.params.uuid ?? '';
      const { kind } = await find(visit, uuid);
      const form = formOf.get(kind);
      if (!form) throw new Error(`No form of the console moves money as ${kind}.`);
      needPermission(visit, APPROVAL_PERMISSIONS[kind]);
      const notice = await carryOut(visit, uuid, {
        carryOut: (approval) => carriedOut(visit, approval, form),
        isRefused: (error) =>
          isRefusedByRule(error) || (error instanceof FormProblem && !(error instanceof MoneyUnderWay)),
      });
      return { to: approvalPath(uuid), notice };
    },
  });
};

/** Sends the form again that was asked for, if it still moves the amount that was asked for. */
const carriedOut = async (visit: ConsoleVisit, approval: ListedApproval, form: MoneyForm): Promise<string> => {
  const { subject, amount_in_cents, form: fields } = approval;
  if (fields === null) throw new FormProblem(CHANGED);
  const moved = await form.movedBy(subject, visit, fields);
  if (moved?.amount_in_cents !== amount_in_cents) throw new FormProblem(CHANGED);
  const own = { ...visit, caller: { ...visit.caller, idempotency_key: `approval:${approval.uuid}` } };
  try {
    return (await form.carryOut(subject, own, fields)).notice;
  } catch (error) {
    throw error instanceof StaleRecord ? new FormProblem(CHANGED) : error;
  }
};

const declineRoutes = (deps: MoneyFormDeps): readonly ConsoleRoute[] => {
  const find = findApproval(deps);
  const decline = withPermission('approvals.decide', declineApproval(deps));
  return formPage({
    path: '/approvals/:uuid/decline',
    name: 'approval decline',
    permission: 'approvals.decide',
    async ask(ctx, visit, filled) {
      const approval = await find(visit, ctx.params.uuid ?? '');
      return asking(visit, approval, 'decline', filled, {
        title: `Decline: ${approvalTitle(approval)}`,
        content: [
          areaField(filled, {
            name: 'why',
            label: 'Reason',
            hint: `${operatorName(approval.requested_by)} reads it here. The customer does not.`,
            attributes: { required: '', maxlength: '500' },
          }),
        ],
        button: 'Decline',
      });
    },
    async carryOut(ctx, visit, { why }) {
      const uuid = ctx.params.uuid ?? '';
      if (!why) throw new FormProblem('Enter the reason.', { why: 'Say why it is not done.' });
      await decline(visit, uuid, why.slice(0, 500));
      return { to: approvalPath(uuid), notice: 'It is declined, and nothing was done. The customer was not told.' };
    },
  });
};

const withdrawRoutes = (deps: MoneyFormDeps): readonly ConsoleRoute[] => {
  const find = findApproval(deps);
  const withdraw = withPermission('approvals.withdraw', withdrawApproval(deps));
  return formPage({
    path: '/approvals/:uuid/withdraw',
    name: 'approval withdraw',
    permission: 'approvals.withdraw',
    async ask(ctx, visit, filled) {
      const approval = await find(visit, ctx.params.uuid ?? '');
      return asking(visit, approval, 'withdraw', filled, {
        title: `Withdraw: ${approvalTitle(approval)}`,
        content: [html`<p>Nothing is done, and no operator has to decide any more.</p>`],
        button: 'Withdraw it',
      });
    },
    async carryOut(ctx, visit) {
      const uuid = ctx.params.uuid ?? '';
      await withdraw(visit, uuid);
      return { to: approvalPath(uuid), notice: 'It is withdrawn, and nothing was done.' };
    },
  });
};

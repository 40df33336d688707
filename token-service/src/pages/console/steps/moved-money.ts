import { APPROVAL_PERMISSIONS, needsApproval } from '@service/billing/domain/approvals/approval.ts';
import { refundProofLimit } from '@service/billing/domain/operators/refund-limit.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { ApprovalMailDeps } from '@service/billing/usecases/approvals/approval-mail.ts';
import { requestApproval } from '@service/billing/usecases/approvals/request-approval.ts';
import { containsCardNumber } from '@service/billing/values/card/find.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { moneyOf } from '../parts/figures.ts';
import { approvalPath } from '../parts/paths.ts';
import { type ConsoleRoute, type FormPage, FormProblem, formPage, type MoneyForm, problemsOf } from '../route.ts';
import { type ConsolePage, type ConsoleVisit, consoleVisitOf, sentForm } from '../visit.ts';
import { needFreshProof } from './fresh-proof.ts';

export interface MoneyFormDeps extends ApprovalMailDeps {
  readonly storage: Storage;
  readonly world: World;
}

/**
 * The two routes of a form that moves money. One that moves more than the limit of `refundProofLimit` is carried out
 * after the operator has proved who they are; one above the limit of `operator_approval_limit_in_cents` waits until
 * another operator approves it.
 */
export const moneyFormPage = (
  deps: MoneyFormDeps,
  page: Omit<FormPage, 'carryOut' | 'permission'>,
  moves: MoneyForm,
): readonly ConsoleRoute[] => {
  const request = requestApproval(deps);
  const subjectOf = ({ params }: ConsolePage): string => params[moves.parameter] ?? '';

  const routes = formPage({
    ...page,
    permission: APPROVAL_PERMISSIONS[moves.kind],
    async carryOut(ctx, visit, form) {
      const subject = subjectOf(ctx);
      const moved = await moves.movedBy(subject, visit, form);
      if (!moved || !needsApproval(visit.site, moved.amount_in_cents)) return moves.carryOut(subject, visit, form);
      const fields = typedFields(form);
      if (Object.values(fields).some(containsCardNumber)) throw new FormProblem('Leave the card number out.');
      const { uuid } = await request(visit.caller, { ...moved, kind: moves.kind, subject, form: fields });
      return {
        to: approvalPath(uuid),
        notice: `Nothing has happened yet: ${moneyOf(moved.amount_in_cents, moved.currency)} needs another operator, who approves it on this page.`,
      };
    },
  });

  return routes.map((route) => {
    if (route.method === 'get') return route;
    return {
      ...route,
      moves,
      async run(ctx, next) {
        const visit = consoleVisitOf(ctx);
        const [subject, form] = [subjectOf(ctx), sentForm(ctx)];
        const moved = await moves.movedBy(subject, visit, form).catch((error: unknown) => {
          // The form says what is wrong with it.
          if (problemsOf(error)) return undefined;
          throw error;
        });
        if (moved && moved.amount_in_cents > refundProofLimit(visit.site)) {
          if (needFreshProof(ctx, visit, await moves.valuesOf(subject, visit, form))) return;
        }
        await route.run(ctx, next);
      },
    };
  });
};

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** Says that what moves more than the limit waits; nothing where there is none. */
export const approvalHint = ({ site }: Pick<ConsoleVisit, 'site'>, ...currencies: readonly string[]): string => {
  const limit = site.operator_approval_limit_in_cents;
  return limit === null
    ? ''
    : `Above ${either.format(currencies.map((currency) => moneyOf(limit, currency)))}, another operator has to approve. `;
};

/** The fields of a form without those that belong to the session. */
const typedFields = ({ form_key: _key, form_id: _id, ...fields }: Form): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));

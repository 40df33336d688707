import { APPROVAL_PERMISSIONS, needsApproval } from '@service/billing/domain/approvals/approval.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { ApprovalMailDeps } from '@service/billing/usecases/approvals/approval-mail.ts';
import { requestApproval } from '@service/billing/usecases/approvals/request-approval.ts';
import { containsCardNumber } from '@service/billing/values/card/find.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { moneyOf } from '../parts/figures.ts';
import { approvalPath } from '../parts/paths.ts';
import { type ConsoleRoute, type FormPage, FormProblem, formPage, type MoneyForm } from '../route.ts';
import type { ConsolePage, ConsoleVisit } from '../visit.ts';

export interface MoneyFormDeps extends ApprovalMailDeps {
  readonly storage: Storage;
  readonly world: World;
}

/**
 * The two routes of a form that moves money. One that moves more than `operator_approval_limit_in_cents` waits until
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
    money: {
      amountOf: async (ctx, visit, form) => (await moves.movedBy(subjectOf(ctx), visit, form))?.amount_in_cents,
      keptOf: (ctx, visit, form) => moves.valuesOf(subjectOf(ctx), visit, form),
    },
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
  return routes.map((route) => (route.method === 'get' ? route : { ...route, moves }));
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

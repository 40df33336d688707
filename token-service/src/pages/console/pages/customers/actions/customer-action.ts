import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { ApprovalKind } from '@service/billing/domain/approvals/approval.ts';
import type { Permission } from '@service/billing/domain/operators/permissions.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { defaultCurrency } from '@service/billing/resources/site.ts';
import { html, type Markup } from '../../../../../documents/html.ts';
import type { Form } from '../../../../../http/bodies/form.ts';
import { sayingAmounts } from '../../../amount-issues.ts';
import { customerTitle } from '../../../parts/figures.ts';
import type { FilledForm } from '../../../parts/filled.ts';
import { formButtons, formTrouble, secretForm } from '../../../parts/form.ts';
import { customerPath } from '../../../parts/paths.ts';
import { type ConsoleRoute, type FormPage, formPage, type MoneyForm, type MovedMoney } from '../../../route.ts';
import { type MoneyFormDeps, moneyFormPage } from '../../../steps/moved-money.ts';
import type { ConsoleVisit } from '../../../visit.ts';

/** Something that is done with one customer, by a form at `/customers/<code>/<action>`. */
export interface CustomerAction {
  readonly action: string;
  readonly title: string;
  readonly permission: Permission;
  readonly fresh?: boolean;
  readonly danger?: boolean;
  /** Returns what is shown instead of a form where the action would do nothing. */
  readonly instead?: (visit: ConsoleVisit, account: AccountRecord) => Promise<Markup | undefined>;
  /** Returns the explanation of the action, and its fields. */
  readonly content: (
    visit: ConsoleVisit,
    account: AccountRecord,
    filled: FilledForm,
  ) => Promise<readonly (Markup | string)[]>;
  readonly button: (visit: ConsoleVisit, account: AccountRecord) => Promise<string>;
  /** Returns what happened, and what the customer was told. */
  readonly carryOut: (visit: ConsoleVisit, account: AccountRecord, form: Form) => Promise<string>;
  /** The money that the action moves. */
  readonly moves?: {
    /** The action as another operator may have to approve it; undefined where none has to. */
    readonly kind?: ApprovalKind;
    /** Returns the cents. Throws `FormProblem` for a form that cannot be carried out. */
    readonly amountOf: (
      visit: ConsoleVisit,
      form: Form,
      account: AccountRecord,
    ) => Promise<Omit<MovedMoney, 'account_code'>> | Omit<MovedMoney, 'account_code'>;
    /** The names of the fields. */
    readonly fields: readonly string[];
  };
}

/** The routes of an action. */
export const customerActionRoutes = (
  deps: MoneyFormDeps,
  {
    action,
    title,
    permission,
    fresh = false,
    danger = false,
    instead,
    content,
    button,
    carryOut,
    moves,
  }: CustomerAction,
): readonly ConsoleRoute[] => {
  const find = findAccount(deps);
  const page: Pick<FormPage, 'path' | 'name' | 'ask'> = {
    path: `/customers/:code/${action}`,
    name: `customer ${action}`,
    async ask(ctx, visit, filled) {
      const account = await find(visit.caller, ctx.params.code ?? '');
      const here = customerPath(account.account_code);
      const back = { href: here, label: customerTitle(visit, account) };
      const shown = await instead?.(visit, account);
      if (shown) return { title, back, content: [shown] };
      return {
        title,
        back,
        content: [
          html`${formTrouble(filled)}`,
          secretForm(visit, { action: `${visit.prefix}${customerPath(account.account_code, action)}` }, [
            ...(await content(visit, account, filled)),
            formButtons(await button(visit, account), { back: `${visit.prefix}${here}`, danger }),
          ]),
        ],
      };
    },
  };
  const done: MoneyForm['carryOut'] = async (code, visit, form) => {
    const account = await find(visit.caller, code);
    const currency = form.currency ?? defaultCurrency(visit.site);
    const notice = await sayingAmounts(currency, () => carryOut(visit, account, form));
    return { to: customerPath(account.account_code), notice };
  };
  const amountOf = async (code: string, visit: ConsoleVisit, form: Form) =>
    moves?.amountOf(visit, form, await find(visit.caller, code));
  const keptOf = (form: Form): Form => Object.fromEntries((moves?.fields ?? []).map((name) => [name, form[name]]));
  if (!moves?.kind) {
    return formPage({
      ...page,
      permission,
      fresh,
      money: moves && {
        amountOf: async (ctx, visit, form) => (await amountOf(ctx.params.code ?? '', visit, form))?.amount_in_cents,
        keptOf: (_, __, form) => keptOf(form),
      },
      carryOut: (ctx, visit, form) => done(ctx.params.code ?? '', visit, form),
    });
  }
  return moneyFormPage(deps, page, {
    kind: moves.kind,
    parameter: 'code',
    carryOut: done,
    async movedBy(code, visit, form) {
      const amount = await amountOf(code, visit, form);
      return amount && { ...amount, account_code: code };
    },
    valuesOf: (_, __, form) => keptOf(form),
  });
};

import type { PlanRecord } from '@service/billing/domain/plans/record.ts';
import { listPaidPrices } from '@service/billing/queries/catalogue/catalogue-list.ts';
import { findPlan } from '@service/billing/queries/catalogue/plans.ts';
import { type PlanInput, plan } from '@service/billing/resources/plan.ts';
import { createPlan } from '@service/billing/usecases/plans/create-plan.ts';
import { removePlan } from '@service/billing/usecases/plans/remove-plan.ts';
import { updatePlan } from '@service/billing/usecases/plans/update-plan.ts';
import { html } from '../../../../documents/html.ts';
import { planPath } from '../../parts/paths.ts';
import { type ConsoleRoute, FormProblem } from '../../route.ts';
import { countInWords } from '../../row-query.ts';
import { type ConsolePage, type ConsoleVisit, withPermission } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { confirmForm } from './confirm-form.ts';
import { ledgerFields } from './ledger-fields.ts';
import { planGroups } from './plan-fields.ts';
import { recordForm } from './record-form.ts';
import { currenciesFor } from './table-spec.ts';

/** Creates, edits and removes plans. */
export const planForms = (deps: CatalogueDeps): readonly ConsoleRoute[] => {
  const findByCode = findPlan(deps);
  const paid = listPaidPrices(deps);
  const ledger = ledgerFields(deps);
  const create = withPermission('catalogue.edit', createPlan(deps));
  const update = withPermission('catalogue.edit', updatePlan(deps));
  const remove = withPermission('catalogue.edit', removePlan(deps));
  const find = ({ caller }: ConsoleVisit, ctx: ConsolePage) => findByCode(caller, ctx.params.code ?? '');
  const groups = async (visit: ConsoleVisit, held: PlanRecord | undefined) => {
    const found = await Promise.all([ledger(visit), ledger(visit, 'setup_fee_')]);
    return planGroups(found.flat(), { isRamp: held?.pricing_model === 'ramp' });
  };
  const livePaying = async ({ caller }: ConsoleVisit, held: PlanRecord): Promise<number> =>
    (await paid(caller, held)).reduce((sum, { subscriptions }) => sum + subscriptions, 0);

  return [
    ...recordForm<typeof plan, PlanRecord>(deps, {
      path: '/catalogue/new-plan',
      name: 'plan create',
      table: plan,
      groups,
      title: () => 'New plan',
      back: () => ({ href: '/catalogue', label: 'Plans' }),
      button: 'Create plan',
      async save(visit, _, sent) {
        refuseBareFees(sent.value);
        const { plan_code, name } = await create(visit, sent);
        return { to: planPath(plan_code), notice: `The plan “${name}” was created and is on sale.` };
      },
    }),
    ...recordForm<typeof plan, PlanRecord>(deps, {
      path: '/catalogue/plans/:code/edit',
      name: 'plan edit',
      table: plan,
      find,
      groups,
      currencies: ({ site }, held) => currenciesFor(site, held?.unit_amount_in_cents, held?.setup_fee_in_cents),
      title: (held) => `Edit ${held?.name}`,
      back: (held) => ({ href: planPath(held?.plan_code ?? ''), label: held?.name ?? '' }),
      async intro(visit, held) {
        const live = held ? await livePaying(visit, held) : 0;
        return html`<p class="quiet">Changes apply to new sales only. ${live === 0 ? 'The plan has no live subscriptions.' : `${countInWords(live, 'live subscription')} ${live === 1 ? 'keeps its' : 'keep their'} price.`}</p>`;
      },
      button: 'Save plan',
      edits: ({ plan_code }) => ['plan.updated', plan_code],
      async save(visit, _, sent, held) {
        refuseBareFees(sent.value, held);
        const before = held?.plan_code ?? '';
        const saved = await update(visit, before, sent);
        const live = await livePaying(visit, saved);
        const keep =
          sent.value.unit_amount_in_cents === undefined
            ? ''
            : ` The new price is for new sales only: ${live === 0 ? 'there are no live subscriptions' : `${countInWords(live, 'live subscription')} ${live === 1 ? 'keeps its' : 'keep their'} price`}.`;
        return { to: planPath(saved.plan_code), notice: `The plan was saved.${keep} Customers were not told.` };
      },
    }),
    ...confirmForm<PlanRecord>({
      path: '/catalogue/plans/:code/remove',
      name: 'plan remove',
      find,
      button: ({ name }) => `Remove ${name}`,
      back: ({ plan_code, name }) => ({ href: planPath(plan_code), label: name }),
      async consequence(held, visit) {
        const live = await livePaying(visit, held);
        return `The plan is taken off sale, and its code is free again. ${live === 0 ? 'It has no live subscriptions.' : `${countInWords(live, 'live subscription')} ${live === 1 ? 'goes' : 'go'} on and ${live === 1 ? 'is' : 'are'} billed as before.`} Customers are not told. A removed plan cannot be restored.`;
      },
      async carryOut(visit, _, { name, plan_code }) {
        await remove(visit, plan_code);
        return {
          to: '/catalogue',
          notice: `The plan “${name}” was taken off sale. Its subscriptions go on, and customers were not told.`,
        };
      },
    }),
  ];
};

/** A setup fee needs a price in its currency. */
const refuseBareFees = (input: PlanInput, held?: PlanRecord): void => {
  const prices = { ...held?.unit_amount_in_cents, ...input.unit_amount_in_cents };
  const bare = Object.entries(input.setup_fee_in_cents ?? {})
    .filter(([currency, cents]) => cents !== null && typeof prices[currency] !== 'number')
    .map(([currency]) => [`setup_fee_in_cents.${currency}`, `A setup fee needs a price in ${currency}.`]);
  if (bare.length > 0) {
    throw new FormProblem(bare.map(([, problem]) => problem).join(' '), Object.fromEntries(bare));
  }
};

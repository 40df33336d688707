import { findPlanOffer } from '@service/billing/queries/catalogue/plans.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { currencySymbol } from '@service/billing/values/money/money-text.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { Refusal } from '../refusal.ts';
import { planDocument, type SymbolOf } from './plan-document.ts';

/** The same for every shopper, with a short lifetime, so that a changed price is seen within a minute. */
export const PLAN_CACHE = 'public, max-age=60';

/** Returns an active plan with its add-ons, as JSON. Throws `unknown-plan` for any other code. */
export const plans = (deps: QueryDeps) => {
  const find = findPlanOffer(deps);
  const symbolOf = currencySymbols();
  return async (site: Site, { code = '' }: Form): Promise<string> => {
    const found = await find({ site }, code);
    if (!found) throw new Refusal('unknown-plan');
    return JSON.stringify(planDocument(site, found.plan, found.addOns, symbolOf));
  };
};

/**
 * Symbols of currencies from the platform's data: `$`, `€`, `¥`. Each is looked up once, because a look-up is
 * expensive.
 */
export const currencySymbols = (): SymbolOf => {
  const known = new Map<string, string>();
  return (currency) => {
    const symbol = known.get(currency) ?? currencySymbol(currency);
    known.set(currency, symbol);
    return symbol;
  };
};

import type { Sold, SoldAddOn } from './history.ts';
import { type Priced, partsOf } from './tiers.ts';

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isSameInterval = (one: Sold, other: Sold): boolean => isSame(one.interval, other.interval);

/** Returns the agreement at the price of a paid cycle; before the first one, at its price. */
export const inCycle = (sold: Sold, cycle: number): Sold => {
  const prices = sold.ramp.filter(({ from }) => from <= Math.max(cycle, 1)).map(({ price }) => price);
  return { ...sold, price: prices.at(-1) ?? sold.price };
};

const fixedOf = ({ addOns }: Sold): readonly SoldAddOn[] => addOns.filter(({ quantity }) => quantity !== null);
export const usageOf = ({ addOns }: Sold): readonly SoldAddOn[] => addOns.filter(({ quantity }) => quantity === null);
const usageAddOnOf = (sold: Sold, code: string): SoldAddOn | undefined =>
  usageOf(sold).find((addOn) => addOn.code === code);

/** The name of an add-on as a product: one of the plan and an item may have the same code. */
const nameOf = ({ code, item }: SoldAddOn): string => `${item ? 'item' : 'add_on'} ${code}`;

/** A product at its price, as many as were bought. */
interface Bought extends Priced {
  readonly quantity: number | null;
}

/** Returns the price of a quantity for a whole interval, in cents. */
const costOf = (bought: Priced, quantity: number | null): number =>
  partsOf(bought, quantity ?? 0).reduce((sum, cents) => sum + cents, 0);

const planOf = ({ price, quantity }: Sold): Bought => ({ unit: price, quantity });

/** Returns the plan and its fixed add-ons, with the cents of each line for a whole interval: one for each tier. */
export const linesOf = (sold: Sold): [what: string, cents: number][] => [
  [`plan ${sold.plan}`, costOf(planOf(sold), sold.quantity)],
  ...fixedOf(sold).flatMap((addOn) =>
    partsOf(addOn, addOn.quantity ?? 0).map((cents): [string, number] => [nameOf(addOn), cents]),
  ),
];

/** Returns the plan and its fixed add-ons, with the cents of each for a whole interval. */
export const productsOf = (sold: Sold): [what: string, cents: number][] => {
  const products = new Map<string, number>();
  for (const [what, cents] of linesOf(sold)) products.set(what, (products.get(what) ?? 0) + cents);
  return [...products];
};

/** The cents of a whole interval. */
export const totalOf = (sold: Sold): number => productsOf(sold).reduce((sum, [, cents]) => sum + cents, 0);

/** Whether a price changed: either quantity would have cost a different amount. */
const isRepriced = (was: Bought, is: Bought): boolean =>
  [was, is].some(({ quantity }) => costOf(was, quantity) !== costOf(is, quantity));

/** Returns the credits and charges of a change for each product, in cents of a whole interval. */
export const differences = (from: Sold, to: Sold): [what: string, credit: number, charge: number][] => {
  const rebills = from.plan !== to.plan;
  const billed = (was: Bought | undefined, is: Bought | undefined): [credit: number, charge: number] => {
    const [before, now] = [was ? costOf(was, was.quantity) : 0, is ? costOf(is, is.quantity) : 0];
    const both = was && is && was.quantity !== is.quantity && isRepriced(was, is);
    return rebills || both ? [before, now] : [Math.max(0, before - now), Math.max(0, now - before)];
  };
  const names = new Set([...fixedOf(from), ...fixedOf(to)].map(nameOf));
  const lines: [string, number, number][] = [[`plan ${from.plan}`, ...billed(planOf(from), planOf(to))]];
  for (const name of names) {
    const [was, is] = [fixedOf(from), fixedOf(to)].map((addOns) => addOns.find((addOn) => nameOf(addOn) === name));
    lines.push([name, ...billed(was, is)]);
  }
  return lines;
};

/** Returns all terms of a price, whatever the quantity. */
const termsOf = ({ unit, model, tiers, percentages, byTerm, last }: SoldAddOn) => [
  unit,
  model,
  tiers,
  percentages,
  byTerm,
  last,
];

/** Whether a change bills usage: it removes the add-on, changes its price, or changes the plan. */
export const endsUsage = (code: string, from: Sold, to: Sold): boolean => {
  const [was, is] = [usageAddOnOf(from, code), usageAddOnOf(to, code)];
  return from.plan !== to.plan || !is || !was || !isSame(termsOf(is), termsOf(was));
};

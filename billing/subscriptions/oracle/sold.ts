import type { Sold, SoldAddOn } from './history.ts';

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isSameInterval = (one: Sold, other: Sold): boolean => isSame(one.interval, other.interval);

const fixedOf = ({ addOns }: Sold): readonly SoldAddOn[] => addOns.filter(({ quantity }) => quantity !== null);
export const usageOf = ({ addOns }: Sold): readonly SoldAddOn[] => addOns.filter(({ quantity }) => quantity === null);
const addOnOf = ({ addOns }: Sold, code: string): SoldAddOn | undefined => addOns.find((addOn) => addOn.code === code);

const sumOf = (addOn: SoldAddOn | undefined): number => (addOn ? addOn.unit * (addOn.quantity ?? 0) : 0);

/** The plan and its fixed add-ons, with the cents of each for a whole interval. */
export const productsOf = (sold: Sold): [what: string, cents: number][] => [
  [`plan ${sold.plan}`, sold.price * sold.quantity],
  ...fixedOf(sold).map((addOn): [string, number] => [`add_on ${addOn.code}`, sumOf(addOn)]),
];

/** The cents of a whole interval. */
export const totalOf = (sold: Sold): number => productsOf(sold).reduce((sum, [, cents]) => sum + cents, 0);

/** Returns the credits and charges of a change for each product, in cents of a whole interval. */
export const differences = (from: Sold, to: Sold): [what: string, credit: number, charge: number][] => {
  const rebills = from.plan !== to.plan;
  const billed = (was: Pick<SoldAddOn, 'unit' | 'quantity'>, is: Pick<SoldAddOn, 'unit' | 'quantity'>) => {
    const [before, now] = [was.unit * (was.quantity ?? 0), is.unit * (is.quantity ?? 0)];
    const both = was.unit !== is.unit && was.quantity !== is.quantity;
    return rebills || both ? [before, now] : [Math.max(0, before - now), Math.max(0, now - before)];
  };
  const absent = { unit: 0, quantity: 0 };
  const codes = new Set([...fixedOf(from), ...fixedOf(to)].map(({ code }) => code));
  const lines: [string, number, number][] = [];
  const [plan, newPlan] = billed(
    { unit: from.price, quantity: from.quantity },
    { unit: to.price, quantity: to.quantity },
  );
  lines.push([`plan ${from.plan}`, plan!, newPlan!]);
  for (const code of codes) {
    const [was, is] = [fixedOf(from), fixedOf(to)].map((addOns) => addOns.find((addOn) => addOn.code === code));
    const [credit, charge] = billed(was ?? absent, is ?? absent);
    lines.push([`add_on ${code}`, credit!, charge!]);
  }
  return lines;
};

/** A change bills usage if it removes the add-on, changes its price, or changes the plan. */
export const endsUsage = (code: string, from: Sold, to: Sold): boolean => {
  const [was, is] = [addOnOf(from, code), addOnOf(to, code)];
  return (
    from.plan !== to.plan || !is || is.unit !== was?.unit || !isSame(is.tiers, was.tiers) || is.model !== was.model
  );
};

import type { Row } from '../../src/adapters/storage/database.ts';

interface AddOn {
  readonly add_on_type: string;
  readonly item_code?: string | null;
  readonly quantity: number | null;
  readonly unit_amount_in_cents: number | null;
  readonly tier_type: string;
  readonly tiers: readonly { readonly ending: number; readonly unit: number }[];
}

interface Line {
  readonly item: string | null;
  cents: number;
}

/**
 * Returns the monthly recurring revenue of a stored subscription in cents, as docs/console.md#recurring-revenue defines
 * it: slow and simple, and without any code of the service. The site takes percentages off first, each of what is left.
 */
export const revenueOf = (row: Row, redeemed: readonly Row[]): number => {
  const isLive = row.state === 'active' || row.state === 'canceled';
  if (!isLive || (row.trial_ends_at !== null && row.trial_ends_at === row.current_period_ends_at)) return 0;
  const addOns = (JSON.parse(String(row.add_ons)) as readonly AddOn[]).filter((each) => each.add_on_type === 'fixed');
  const lines: Line[] = [
    { item: null, cents: Number(row.unit_amount_in_cents) * Number(row.quantity) },
    ...addOns.map((each) => ({ item: each.item_code ?? null, cents: priceOf(each) })),
  ];
  const own = redeemed.filter((each) => each.subscription_id === null || each.subscription_id === row.uuid);
  for (const coupon of own.filter(({ discount_type }) => discount_type === 'percent')) {
    const covered = lines.filter((line) => covers(coupon, String(row.plan_code), line));
    const percent = Number(coupon.discount_percent);
    let left = half(covered.reduce((sum, { cents }) => sum + cents, 0) * percent, 100);
    for (const line of covered) {
      const part = Math.min(left, Math.ceil((line.cents * percent) / 100));
      line.cents -= part;
      left -= part;
    }
  }
  for (const coupon of own.filter(({ discount_type }) => discount_type === 'dollars')) {
    let left = (JSON.parse(String(coupon.discount_in_cents)) as Record<string, number>)[String(row.currency)] ?? 0;
    for (const line of lines.filter((each) => covers(coupon, String(row.plan_code), each))) {
      const part = Math.min(left, line.cents);
      line.cents -= part;
      left -= part;
    }
  }
  const paid = lines.reduce((sum, { cents }) => sum + cents, 0);
  const rate = Number(row.tax_inclusive) && row.tax_rate !== null ? Math.round(Number(row.tax_rate) * 1_000_000) : 0;
  const net = paid - half(paid * rate, 1_000_000 + rate);
  const length = Number(row.interval_length);
  return row.interval_unit === 'months' ? half(net, length) : half(net * 365, 12 * length);
};

const covers = (coupon: Row, plan: string, { item }: Line): boolean => {
  const listed = (all: unknown, codes: unknown, code: string): boolean =>
    Boolean(all) || (JSON.parse(String(codes ?? '[]')) as readonly string[]).includes(code);
  if (item !== null && listed(coupon.applies_to_all_items, coupon.item_codes, item)) return true;
  return listed(coupon.applies_to_all_plans, coupon.plan_codes, plan);
};

/** Counts unit by unit. */
const priceOf = ({ quantity, unit_amount_in_cents, tier_type, tiers }: AddOn): number => {
  const taken = quantity ?? 1;
  const tierOf = (unit: number) => tiers.find(({ ending }) => unit <= ending)?.unit ?? 0;
  if (tier_type === 'flat') return (unit_amount_in_cents ?? 0) * taken;
  if (tier_type === 'volume') return tierOf(taken) * taken;
  if (tier_type === 'stairstep') return taken === 0 ? 0 : tierOf(taken);
  let sum = 0;
  for (let unit = 1; unit <= taken; unit += 1) sum += tierOf(unit);
  return sum;
};

/** Rounds halves up. */
const half = (top: number, bottom: number): number => Math.floor((2 * top + bottom) / (2 * bottom));

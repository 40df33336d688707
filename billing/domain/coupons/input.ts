import type { Coupon, CouponInput } from '../../resources/coupon.ts';
import type { Site } from '../../resources/site.ts';
import type { Issue, IssueSymbol } from '../../values/failure.ts';
import { foreignCurrencyIssues } from '../plans/prices.ts';
import { readTemplate } from './template.ts';

const issue = (field: string, symbol: IssueSymbol): Issue => ({ field: `coupon.${field}`, symbol });

type Term = Pick<Coupon, 'duration' | 'temporal_unit' | 'temporal_amount'>;

/** Returns the duration of the discount; `single_use` and `applies_for_months` are its older names. */
export const termOf = ({
  duration,
  single_use,
  applies_for_months,
  temporal_unit,
  temporal_amount,
}: CouponInput): Term => {
  if (!duration && !single_use && applies_for_months) {
    return { duration: 'temporal', temporal_unit: 'month', temporal_amount: applies_for_months };
  }
  return {
    duration: duration ?? (single_use ? 'single_use' : 'forever'),
    temporal_unit: temporal_unit ?? null,
    temporal_amount: temporal_amount ?? null,
  };
};

const BY_TYPE = {
  percent: ['discount_percent'],
  dollars: ['discount_in_cents'],
  free_trial: ['free_trial_amount', 'free_trial_unit'],
} as const;

/** Whether a field is ignored: a free trial takes no amount off, whatever a client sends. */
const isIgnored = ({ discount_type }: CouponInput, type: keyof typeof BY_TYPE): boolean =>
  discount_type === 'free_trial' && type !== 'free_trial';

/** Leaves out the issues of a discount, which a free trial ignores. */
export const withoutIgnored = (input: CouponInput, found: readonly Issue[]): readonly Issue[] =>
  found.filter(
    ({ field }) =>
      !(['percent', 'dollars'] as const).some(
        (type) => isIgnored(input, type) && BY_TYPE[type].some((name) => field === `coupon.${name}`),
      ),
  );

/** Returns the issues of a new coupon that its table does not check. */
export const couponIssues = (site: Site, input: CouponInput, found: readonly Issue[]): Issue[] => {
  const term = termOf(input);
  const everywhere = input.applies_to_all_plans ?? true;
  const everyItem = input.applies_to_all_items ?? false;
  const isOfItems = everyItem || isThere(input.item_codes);
  const issues = [
    ...(Object.keys(BY_TYPE) as (keyof typeof BY_TYPE)[]).flatMap((type) =>
      input.discount_type && !isIgnored(input, type)
        ? BY_TYPE[type].flatMap((name) => fits(name, input[name], input.discount_type === type))
        : [],
    ),
    ...(['temporal_unit', 'temporal_amount'] as const).flatMap((name) =>
      fits(name, term[name], term.duration === 'temporal'),
    ),
    ...fits('unique_code_template', input.unique_code_template, input.coupon_type === 'bulk'),
    ...(isOfItems && !isThere(input.plan_codes) ? [] : fits('plan_codes', input.plan_codes, !everywhere)),
    ...(everyItem ? fits('item_codes', input.item_codes, false) : []),
    ...(input.unique_code_template && !readTemplate(input.unique_code_template)
      ? [{ ...issue('unique_code_template', 'invalid'), reason: 'not_a_code_template' as const }]
      : []),
    ...(isIgnored(input, 'dollars')
      ? []
      : foreignCurrencyIssues(site, 'coupon.discount_in_cents', input.discount_in_cents)),
  ];
  // A value that could not be read is reported already.
  return issues.filter(({ field }) => !found.some((one) => one.field === field || one.field.startsWith(`${field}.`)));
};

/** Requires a value, or refuses it. */
const fits = (name: string, value: unknown, wanted: boolean): Issue[] => {
  if (isThere(value) === wanted) return [];
  return [issue(name, wanted ? 'blank' : 'present')];
};

const isThere = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.values(value).some((member) => member !== null);
};

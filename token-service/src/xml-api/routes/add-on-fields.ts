import { Invalid } from '@service/billing/failure.ts';

interface RequestedAddOn {
  readonly add_on_code?: string | null | undefined;
}

const PLACE = /^subscription\.subscription_add_ons\[(\d+)\]/;

/** A dot or a bracket in a code would be read as part of the path. */
const NAMEABLE = /^[^.[\]]+$/;

/**
 * Names the add-ons of a subscription by their codes in what `use` refuses, because clients look them up so:
 * `subscription_add_ons[add_on_code=code]` in place of `[0]`.
 */
export const namingAddOns = async <T>(
  requested: readonly RequestedAddOn[] | null | undefined,
  use: () => Promise<T>,
): Promise<T> => {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const named = (place: string, at: string): string => {
      const code = requested?.[Number(at)]?.add_on_code ?? '';
      return NAMEABLE.test(code) ? `subscription.subscription_add_ons[add_on_code=${code}]` : place;
    };
    throw new Invalid(error.issues.map((issue) => ({ ...issue, field: issue.field.replace(PLACE, named) })));
  }
};

import { Invalid } from '@service/billing/values/failure.ts';

interface RequestedAddOn {
  readonly add_on_code?: string | null | undefined;
}

const PLACE = /^subscription\.subscription_add_ons\[(\d+)\]/;

/** A dot or a bracket in a code would be parsed as part of the path. */
const NAMEABLE = /^[^.[\]]+$/;

/**
 * Replaces the indexes of add-ons by their codes in the issues that `use` throws, because clients look them up by code:
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

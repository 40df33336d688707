import { isFault } from '../../resources/kind.ts';
import type { Field } from '../../resources/schema.ts';
import { type ShippingMethod, shippingMethod } from '../../resources/shipping-method.ts';
import { LATEST } from '../../resources/version.ts';
import type { Issue } from '../../values/failure.ts';

export interface ShippingMethodRecord extends ShippingMethod {
  /** UUIDv7. */
  readonly id: string;
}

/** The members of a shipping method that an operator chooses. */
export const SHIPPING_METHOD_SETTINGS = [
  'name',
  'accounting_code',
  'tax_code',
  'liability_gl_account_id',
  'revenue_gl_account_id',
  'performance_obligation_id',
] as const satisfies readonly (keyof ShippingMethod)[];

/** Returns the issues of a shipping method by the table of its fields, because no document was read by it. */
export const shippingMethodIssues = (method: ShippingMethod): Issue[] =>
  (['code', ...SHIPPING_METHOD_SETTINGS] as const).flatMap((name): Issue[] => {
    const field: Field = shippingMethod.fields[name];
    const value = method[name];
    const path = `shipping_method.${name}`;
    if (value === null || value.trim() === '') return field.required ? [{ field: path, symbol: 'blank' }] : [];
    const kind = field.input?.is === 'value' ? field.input.kind : undefined;
    const read = kind?.read(value);
    const wrong = isFault(read) ? read : kind?.check?.(value, LATEST);
    return wrong ? [{ field: path, ...wrong }] : [];
  });

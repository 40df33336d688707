import { type FieldType, members } from '@service/hosted-fields/protocol';
import { mapValues } from '../map-values.ts';
import type { ByField, ElementOptions, FieldOptions } from '../types.ts';

/** The placeholders of fields without an own one. */
const PLACEHOLDERS: { readonly [type in FieldType]?: string } = {
  number: 'Card number',
  expiry: 'MM / YY',
  cvv: 'CVV',
};

/** Returns the options of an element for one of its fields. */
export const optionsOf = ({ style = {}, ...rest }: ElementOptions, type: FieldType): FieldOptions => {
  const own = (value: unknown) => (members(value) === value ? (value as ByField)[type] : value);
  const { placeholder } = style;
  const content = own(placeholder?.content) ?? PLACEHOLDERS[type];
  return {
    advance: true,
    ...mapValues(rest as Record<string, unknown>, own),
    style: { ...style, placeholder: { ...placeholder, content } },
  } as FieldOptions;
};

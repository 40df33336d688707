import { type FieldType, members } from '@service/hosted-fields/protocol';
import { mapValues } from '../map-values.ts';
import type { FieldConfig } from '../options.ts';
import { errorTexts } from '../texts/text-for.ts';
import type { Texts } from '../texts/texts.ts';
import type { ByField, ElementOptions, FieldOptions } from '../types.ts';

/** Returns the placeholder of a field without an own one. */
const placeholderIn = ({ number, expiry_placeholder }: Texts, type: FieldType): string | undefined =>
  ({ number, expiry: expiry_placeholder, cvv: 'CVV' })[type as 'number'];

/** Returns the options of an element for one of its fields. `texts`: those of the page's language. */
export const optionsOf = ({ style = {}, ...rest }: ElementOptions, type: FieldType, texts: Texts): FieldOptions => {
  const own = (value: unknown) => (members(value) === value ? (value as ByField)[type] : value);
  const { placeholder } = style;
  const content = own(placeholder?.content) ?? placeholderIn(texts, type);
  return {
    advance: true,
    ...mapValues(rest as Record<string, unknown>, own),
    style: { ...style, placeholder: { ...placeholder, content } },
  } as FieldOptions;
};

/**
 * Returns a field with the texts of the page's language, where the page has given none. `all`: options of all fields.
 */
export const withTexts = (field: FieldConfig, all: FieldConfig, type: FieldType, texts: Texts): FieldConfig => {
  const { title = all.title ?? field.style.title ?? texts[type], error = all.error } = field;
  return {
    ...field,
    title: String(title),
    error: typeof error === 'string' ? error : { ...errorTexts(texts, type), ...error },
  };
};

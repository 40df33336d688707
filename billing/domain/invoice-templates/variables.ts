import { RELATED_TYPES, type RelatedType } from '../../resources/custom-field-definition.ts';
import type { CustomFieldValue } from '../custom-fields/definition.ts';

/** A custom field of a record that a text names: `{account.cost-centre}`. */
export interface Variable {
  readonly relatedType: RelatedType;
  readonly name: string;
}

const VARIABLE = /\{([^{}]*)\}/g;
const BRACE = /[{}]/g;

/** Returns the variables of a text. */
export const templateVariables = (text: string): readonly Variable[] =>
  [...text.matchAll(VARIABLE)].map(([, inner = '']) => variableOf(inner)).filter((one) => one !== null);

/** Returns the unknown variables of a text, and its unbalanced braces. */
export const wrongVariables = (text: string, isKnown: (variable: Variable) => boolean): readonly string[] => {
  const wrong = [...text.matchAll(VARIABLE)].filter(([, inner = '']) => {
    const variable = variableOf(inner);
    return variable === null || !isKnown(variable);
  });
  const single = text.replaceAll(VARIABLE, '').match(BRACE) ?? [];
  return [...new Set([...wrong.map(([written]) => written), ...single])];
};

const variableOf = (inner: string): Variable | null => {
  const [, type = '', name = ''] = /^(\w+)\.([\w-]+)$/.exec(inner) ?? [];
  const relatedType = RELATED_TYPES.find((one) => one === type);
  return relatedType ? { relatedType, name } : null;
};

/** The custom fields of the records that a text is about. */
export type FieldsOf = Partial<Record<RelatedType, readonly CustomFieldValue[]>>;

/**
 * Returns a text with the values of its variables. A row whose variables are all without a value is left out; null if
 * nothing remains.
 */
export const filledText = (text: string | null, fields: FieldsOf): string | null => {
  const rows = (text ?? '').split('\n').flatMap((row) => {
    let values = '';
    const filled = row.replaceAll(VARIABLE, (_, inner: string) => {
      const value = valueIn(variableOf(inner), fields);
      values += value;
      return value;
    });
    return filled !== row && values === '' ? [] : [filled];
  });
  const whole = rows.join('\n').trim();
  return whole === '' ? null : whole;
};

const valueIn = (variable: Variable | null, fields: FieldsOf): string =>
  variable ? (fields[variable.relatedType]?.find(({ name }) => name === variable.name)?.value ?? '') : '';

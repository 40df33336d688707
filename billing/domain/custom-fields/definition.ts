import type { CustomFieldDefinition } from '../../resources/custom-field-definition.ts';
import { USER_ACCESS } from '../../resources/custom-field-definition.ts';
import { containsCardNumber } from '../../values/card/find.ts';
import type { Issue } from '../../values/failure.ts';

/** A stored definition. Those that were removed stay, because records keep their values. */
export interface CustomFieldDefinitionRecord extends CustomFieldDefinition {
  /** UUIDv7; `id` is the number that clients see. */
  readonly key: string;
}

/** The members of a definition that an operator chooses. */
export const DEFINITION_SETTINGS = ['user_access', 'display_name', 'tooltip'] as const;

export type DefinitionInput = Partial<Pick<CustomFieldDefinition, (typeof DEFINITION_SETTINGS)[number]>>;

const NAME = /^[A-Za-z0-9_-]{1,50}$/;
const LONGEST_DISPLAY_NAME = 50;
const LONGEST_TOOLTIP = 255;

const tooLong = (field: string, text: string | null | undefined, count: number): Issue[] =>
  text && [...text].length > count ? [{ field: `custom_field.${field}`, symbol: 'too_long', count }] : [];

/** Returns the problems of a new definition's name. */
export const definitionNameIssues = (name: string): Issue[] =>
  NAME.test(name) ? [] : [{ field: 'custom_field.name', symbol: 'invalid' }];

/** Returns the problems of the settings of a definition. */
export const definitionIssues = ({ user_access, display_name, tooltip }: DefinitionInput): Issue[] => [
  ...(user_access === undefined || USER_ACCESS.includes(user_access)
    ? []
    : [{ field: 'custom_field.user_access', symbol: 'inclusion', choices: USER_ACCESS } as const]),
  ...tooLong('display_name', display_name, LONGEST_DISPLAY_NAME),
  ...tooLong('tooltip', tooltip, LONGEST_TOOLTIP),
];

/** A value of a custom field, as records hold it. */
export interface CustomFieldValue {
  readonly name: string;
  readonly value: string | null;
}

/** Values as clients send them. */
export type SentValues =
  | readonly { readonly name?: string | null; readonly value?: string | null }[]
  | null
  | undefined;

/**
 * Returns the issues of values that a client sent for a record: of a name that is not one of `names`, and of a value
 * that looks like a card number. A value that the record has already is no change. `path`: of the record, `account`.
 */
export const customFieldIssues = (
  names: readonly string[],
  path: string,
  sent: SentValues,
  held: readonly CustomFieldValue[] = [],
): Issue[] =>
  (sent ?? []).flatMap(({ name, value }, index): Issue[] => {
    const field = `${path}.custom_fields[${index}]`;
    if (!name || held.some((one) => one.name === name && one.value === value)) return [];
    return [
      ...(names.includes(name)
        ? []
        : [{ field: `${field}.name`, symbol: 'invalid', reason: 'unknown_custom_field' } as const]),
      ...(value && containsCardNumber(value)
        ? [{ field: `${field}.value`, symbol: 'contains_card_number' } as const]
        : []),
    ];
  });

/** Returns the custom fields after a request: only the fields sent change; an empty value deletes. */
export const mergedCustomFields = (
  held: readonly CustomFieldValue[],
  sent: SentValues,
): readonly CustomFieldValue[] => {
  const values = new Map(held.map(({ name, value }) => [name, value]));
  for (const { name, value } of sent ?? []) {
    if (!name) continue;
    if (value) values.set(name, value);
    else values.delete(name);
  }
  return [...values].map(([name, value]) => ({ name, value }));
};

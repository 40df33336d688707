import type { RelatedType } from '../../resources/custom-field-definition.ts';
import type { Issue, IssueReason, IssueSymbol } from '../../values/failure.ts';
import { entityAddressIssues } from '../business-entities/rules.ts';
import type { InvoiceTemplateRecord, TemplateSettings } from './record.ts';
import { wrongVariables } from './variables.ts';

const CODE = /^[a-z0-9][a-z0-9_-]*$/;
const LONGEST = { code: 50, name: 255, description: 255, text: 2000, line_text: 500 } as const;

/** The maximum number of templates of a site. */
export const MOST_TEMPLATES = 100;

const issue = (name: string, symbol: IssueSymbol, more: Partial<Issue> = {}): Issue => ({
  field: `invoice_template.${name}`,
  symbol,
  ...more,
});

/** Returns the issues of the code of a new template. */
export const templateCodeIssues = (code: string, others: readonly InvoiceTemplateRecord[]): Issue[] => {
  if (!CODE.test(code) || code.length > LONGEST.code) return [issue('code', 'invalid')];
  return others.some((other) => other.code === code) ? [issue('code', 'taken')] : [];
};

/** The names of custom fields that each kind of record can have. */
export type FieldNames = Readonly<Record<RelatedType, readonly string[]>>;

/** Returns the issues of the settings of a template. `others`: the other templates of the site. */
export const templateIssues = (
  settings: TemplateSettings,
  others: readonly InvoiceTemplateRecord[],
  names: FieldNames,
): Issue[] => {
  const { name, address, text, line_text, is_default } = settings;
  return [
    ...(name.trim() ? [] : [issue('name', 'blank')]),
    ...(['name', 'description', 'text', 'line_text'] as const).flatMap((field) => {
      const [value, count] = [settings[field], LONGEST[field]];
      return value && value.length > count ? [issue(field, 'too_long', { count })] : [];
    }),
    ...(address ? entityAddressIssues('invoice_template.address', address) : []),
    ...textIssues('text', text, { ...NO_NAMES, account: names.account }, 'unknown_account_variable'),
    ...textIssues('line_text', line_text, names, 'unknown_variable'),
    ...(is_default && others.some((other) => other.is_default) ? [issue('is_default', 'taken')] : []),
  ];
};

const NO_NAMES: FieldNames = { account: [], item: [], plan: [], subscription: [], charge: [] };

const textIssues = (field: string, text: string | null, names: FieldNames, reason: IssueReason): Issue[] => {
  const wrong = wrongVariables(text ?? '', ({ relatedType, name }) => names[relatedType].includes(name));
  return wrong.length > 0 ? [issue(field, 'invalid', { reason, of: wrong.join(', ') })] : [];
};

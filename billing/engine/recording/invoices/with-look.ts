import type { AdjustmentRecord } from '../../../domain/adjustments/record.ts';
import type { CustomFieldValue } from '../../../domain/custom-fields/definition.ts';
import type { InvoiceTemplateRecord } from '../../../domain/invoice-templates/record.ts';
import { type FieldsOf, filledText, templateVariables } from '../../../domain/invoice-templates/variables.ts';
import type { DraftInvoice } from '../../../domain/invoices/draft.ts';
import type { InvoiceLook } from '../../../domain/invoices/look.ts';
import type { Records } from '../../../ports/storage.ts';
import type { RelatedType } from '../../../resources/custom-field-definition.ts';

type LookRecords = Pick<Records, 'accounts' | 'invoiceTemplates' | 'items' | 'plans' | 'subscriptions'>;

/**
 * Returns an invoice with the look of the template that its account names, else of the default one, and its lines with
 * what that prints below them. The custom fields have the values of this moment.
 */
export const withLook = async (records: LookRecords, { invoice, lines }: DraftInvoice): Promise<DraftInvoice> => {
  const template = await records.invoiceTemplates.ofAccount(invoice.account_id);
  const dressed = async (printed: (line: AdjustmentRecord) => Promise<string | null>): Promise<AdjustmentRecord[]> => {
    const done: AdjustmentRecord[] = [];
    for (const line of lines) done.push({ ...line, printed_text: await printed(line) });
    return done;
  };
  if (!template) return { invoice: { ...invoice, look: null }, lines: await dressed(async () => null) };

  const read = fieldReader(records, invoice.account_id);
  const types = typesIn(template.line_text);
  return {
    invoice: { ...invoice, look: lookOf(template, await read(typesIn(template.text), undefined)) },
    lines: await dressed(async (line) => filledText(template.line_text, await read(types, line))),
  };
};

const lookOf = (template: InvoiceTemplateRecord, fields: FieldsOf): InvoiceLook => ({
  header_image: template.header_image,
  footer_image: template.footer_image,
  address: template.address,
  hide_line_dates: template.hide_line_dates,
  hide_zero_lines: template.hide_zero_lines,
  text: filledText(template.text, fields),
});

const typesIn = (text: string | null): readonly RelatedType[] => [
  ...new Set(templateVariables(text ?? '').map(({ relatedType }) => relatedType)),
];

interface WithFields {
  readonly custom_fields: readonly CustomFieldValue[];
}

/** Returns what reads the custom fields of the records that a line is about, each record once. */
const fieldReader = ({ accounts, items, plans, subscriptions }: LookRecords, accountId: string) => {
  const known = new Map<string, Promise<WithFields | undefined>>();
  const once = <T extends WithFields>(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> => {
    const reading = (known.get(key) as Promise<T | undefined> | undefined) ?? read();
    known.set(key, reading);
    return reading;
  };
  const subscriptionOf = async ({ subscription_id: id }: AdjustmentRecord) =>
    id ? once(`subscription ${id}`, () => subscriptions.find(id)) : undefined;
  /** The plan that the line was sold under: a change may have replaced it. */
  const planOf = async (line: AdjustmentRecord) => {
    const { plan_code: code } = line;
    const subscription = await subscriptionOf(line);
    if (!code) return undefined;
    return once(`plan ${code}`, () =>
      subscription?.plan_code === code ? plans.byId(subscription.plan_id) : plans.find(code),
    );
  };
  const found = async (type: RelatedType, line: AdjustmentRecord | undefined): Promise<WithFields | undefined> => {
    if (type === 'account') return once('account', () => accounts.byId(accountId));
    if (!line) return undefined;
    const { item_code: item } = line;
    switch (type) {
      case 'charge':
        return line;
      case 'item':
        return item ? once(`item ${item}`, () => items.find(item)) : undefined;
      case 'subscription':
        return subscriptionOf(line);
      case 'plan':
        return planOf(line);
    }
  };
  return async (types: readonly RelatedType[], line: AdjustmentRecord | undefined): Promise<FieldsOf> => {
    const fields: FieldsOf = {};
    for (const type of types) fields[type] = (await found(type, line))?.custom_fields ?? [];
    return fields;
  };
};

import { NO_END } from '@service/billing/resources/add-on.ts';
import type { Writable } from '@service/billing/resources/resource.ts';
import type { Resource, Shape } from '@service/billing/resources/schema.ts';
import { refusesCardNumbers, type Site } from '@service/billing/resources/site.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import type { Element } from '../../../../documents/xml/codec/element.ts';
import { read } from '../../../../documents/xml/codec/read.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { typedAmount } from '../../parts/amount.ts';
import { requestElement } from '../../parts/read-as-request.ts';
import { FormProblem } from '../../route.ts';
import { PERCENTAGES_HINT, typedPercentageTiers } from './percentage-lines.ts';
import { entryOf, type TableForm, writableFields } from './table-spec.ts';
import { inputTexts } from './table-texts.ts';
import { TIERS_HINT, typedTiers } from './tier-lines.ts';

/**
 * Reads a form that was sent as the XML API reads a request, against the same table. An edit sends the fields that
 * differ from the record. Throws `FormProblem` for amounts and tiers that cannot be understood.
 */
export const readTableForm = <R extends Resource>(
  form: TableForm & { readonly table: R },
  sent: Form,
  site: Pick<Site, 'mode' | 'currencies'> & Parameters<typeof refusesCardNumbers>[0],
): Submitted<Writable<R>> => {
  const texts = inputTexts(form);
  const isEdit = form.held !== undefined;
  const problems: Record<string, string> = {};
  const changed = (input: string): boolean => !isEdit || ofLines(sent[input]) !== ofLines(texts[input]);
  const children = writableFields(form).flatMap(({ name, label }) => {
    const { input } = entryOf(form.table, name);
    const shape = input as Shape;
    if (shape.is === 'money') return amounts(form, sent, name, { isEdit, changed, problems });
    if (!changed(name)) return [];
    return [written(name, label, shape, sent[name] ?? '', problems)];
  });
  if (Object.keys(problems).length > 0) throw new FormProblem(Object.values(problems).join(' '), problems);
  return read(form.table, requestElement(form.table.name, children), {
    version: LATEST,
    mode: isEdit ? 'update' : 'create',
    refusesCardNumbers: refusesCardNumbers(site),
  });
};

/** Browsers send line ends as carriage return and line feed. */
const ofLines = (text = ''): string => text.replaceAll('\r\n', '\n');

const written = (
  name: string,
  label: string,
  shape: Shape,
  typed: string,
  problems: Record<string, string>,
): Element => {
  if (shape.is === 'list' && shape.of().name === 'percentage_tier') {
    const percentages = typedPercentageTiers(typed);
    if (!percentages) problems[name] = `${label} cannot be understood. ${PERCENTAGES_HINT}`;
    return requestElement(
      name,
      (percentages ?? []).map(({ currency, tiers }) =>
        requestElement('percentage_tier', [
          requestElement('currency', currency),
          requestElement(
            'tiers',
            tiers.map(({ ending_amount_in_cents: end, usage_percentage }) =>
              requestElement('tier', [
                ...(end == null ? [] : [requestElement('ending_amount_in_cents', String(end))]),
                requestElement('usage_percentage', usage_percentage),
              ]),
            ),
          ),
        ]),
      ),
    );
  }
  if (shape.is === 'list') {
    const tiers = typedTiers(typed);
    if (!tiers) problems[name] = `${label} cannot be understood. ${TIERS_HINT}`;
    else if (tiers.length > 0 && tiers.every(({ ending_quantity }) => ending_quantity !== NO_END)) {
      problems[name] = 'The last tier has no end: begin its line with “above”.';
    }
    return requestElement(
      name,
      (tiers ?? []).map(({ ending_quantity, unit_amount_in_cents }) =>
        requestElement('tier', [
          requestElement('ending_quantity', String(ending_quantity)),
          requestElement(
            'unit_amount_in_cents',
            Object.entries(unit_amount_in_cents ?? {}).map(([currency, cents]) =>
              requestElement(currency, String(cents)),
            ),
          ),
        ]),
      ),
    );
  }
  if (shape.is === 'words') {
    const words = typed.split(/[\s,]+/).filter((word) => word !== '');
    return requestElement(name, words.length === 0 ? null : words.map((word) => requestElement(shape.item, word)));
  }
  const isFlag = shape.is === 'value' && shape.kind.attribute === 'boolean';
  if (isFlag) return requestElement(name, String(typed === 'yes'));
  const isDay = shape.is === 'value' && shape.kind.attribute === 'datetime';
  return requestElement(name, typed === '' ? null : isDay ? `${typed}T00:00:00Z` : typed);
};

interface FormReading {
  readonly isEdit: boolean;
  readonly changed: (input: string) => boolean;
  readonly problems: Record<string, string>;
}

/** Amounts by currency: an emptied one is taken away. */
const amounts = ({ currencies }: TableForm, sent: Form, name: string, reading: FormReading): Element[] => {
  const { isEdit, changed, problems } = reading;
  const children = currencies.flatMap((currency) => {
    const input = `${name}.${currency}`;
    const typed = sent[input];
    if (!changed(input)) return [];
    if (typed === undefined) return isEdit ? [requestElement(currency, null)] : [];
    const cents = typedAmount(typed, currency);
    if (cents === undefined) problems[input] = `Enter an amount in ${currency} such as 19.99.`;
    return [requestElement(currency, String(cents ?? 0))];
  });
  return children.length === 0 ? [] : [requestElement(name, children)];
};

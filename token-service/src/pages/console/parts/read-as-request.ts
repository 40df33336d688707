import type { Writable } from '@service/billing/resources/resource.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import { refusesCardNumbers } from '@service/billing/resources/site.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import type { Element } from '../../../documents/xml/codec/element.ts';
import { read } from '../../../documents/xml/codec/read.ts';
import type { ConsoleVisit } from '../visit.ts';

/** An element of a request; `null` empties the field. */
export const requestElement = (name: string, content: string | readonly Element[] | null): Element => ({
  name,
  attributes: new Map(content === null ? [['nil', 'nil']] : []),
  children: typeof content === 'object' ? (content ?? []) : [],
  text: typeof content === 'string' ? content : '',
});

/**
 * Reads fields as the XML API reads a request, against the same table, so that a form accepts exactly what a program
 * may send. A field that is undefined is not sent.
 */
export const readAsRequest = <R extends Resource>(
  table: R,
  { site }: Pick<ConsoleVisit, 'site'>,
  texts: Readonly<Record<string, string | number | null | undefined>>,
  mode: 'create' | 'update' = 'create',
): Submitted<Writable<R>> => {
  const children = Object.entries(texts).flatMap(([name, value]) =>
    value === undefined ? [] : [requestElement(name, value === null ? null : String(value))],
  );
  return read(table, requestElement(table.name, children), {
    version: LATEST,
    mode,
    refusesCardNumbers: refusesCardNumbers(site),
  });
};

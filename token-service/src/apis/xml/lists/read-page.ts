import { MOST_EMBEDDED } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { ListQuery, Page } from '@service/billing/ports/listing.ts';
import { elementPieces, listEnd, listStart, type RenderContext } from '../../../documents/xml/codec/write.ts';
import type { Render, Text } from '../../../documents/xml/rendering/renderer.ts';
import type { ApiRequest, ListEndpoint, ListedRecord } from '../endpoint.ts';

/**
 * The maximum size of a page. If its records are large, it has fewer than requested, and its links continue after them.
 */
export const MOST_PAGE_BYTES = 8_000_000;

/** Records that are read from storage at once. */
export const READ_AT_ONCE = 50;

/** Records of a page that is read without waiting for other long reads. */
const SMALL_PAGE = 20;

/** Decreasing limits of embedded entries, for a record that does not fit on a page of its own. */
const FEWER_EMBEDDED = [MOST_EMBEDDED / 2, MOST_EMBEDDED / 10, 0];

/** A page of a list, and the document that shows it. */
export interface RenderedPage extends Page<ListedRecord> {
  readonly document: Text;
}

/** The source of a page, and how its records are rendered. */
export interface PageSource {
  readonly list: ListEndpoint;
  readonly request: ApiRequest;
  readonly rendering: RenderContext;
  readonly render: Render;
}

interface Shown {
  readonly record: ListedRecord;
  readonly text: Text;
}

/** Reads and renders a page, a few records at a time, and stops before the record that would make it too large. */
export const readPage = async (source: PageSource, query: ListQuery<unknown>): Promise<RenderedPage> => {
  const { list } = source;
  const [start, end] = [listStart(list.resource), listEnd(list.resource)];
  const shown: Shown[] = [];
  let bytes = Buffer.byteLength(start + end);
  let { from } = query;
  let more = true;

  while (more && shown.length < query.limit) {
    // Many clients may ask for a large page at once, and most of them be refused only when it has grown.
    if (shown.length > 0 || query.limit > SMALL_PAGE) await source.request.turn();
    const limit = Math.min(query.limit - shown.length, READ_AT_ONCE);
    const page = await list.list(source.request, { ...query, limit, ...(from && { from }) });
    // A page that is read backwards is filled from its end, which is next to the page it was reached from.
    const records = query.from?.back ? page.records.toReversed() : page.records;
    const before = shown.length;
    for await (const one of fitting(source, records, { most: MOST_PAGE_BYTES - bytes, first: before === 0 })) {
      shown.push(one);
      bytes += one.text.bytes;
    }
    more = page.more || shown.length - before < records.length;
    if (shown.length - before < records.length) break;
    const last = shown.at(-1)?.record;
    if (last) {
      from = { id: list.idOf(last), at: last[query.sort] ?? last.created_at, back: query.from?.back ?? false };
    }
  }

  if (query.from?.back) shown.reverse();
  const parts = [start, ...shown.flatMap(({ text }) => text.parts), end];
  return { records: shown.map(({ record }) => record), more, document: { parts, bytes } };
};

/** Renders records until one does not fit. `first`: the page is empty, so the first record is always included. */
async function* fitting(
  source: PageSource,
  records: readonly ListedRecord[],
  { most, first }: { readonly most: number; readonly first: boolean },
): AsyncGenerator<Shown> {
  let left = most;
  let at = 0;
  for await (const view of viewsOf(source, records, MOST_EMBEDDED)) {
    const record = records[at]!;
    const text =
      (await rendered(source, view, left)) ?? (first && at === 0 ? await shortened(source, record, most) : undefined);
    if (!text) return;
    yield { record, text };
    left -= text.bytes;
    at += 1;
  }
}

/** A record that is too large for a page shows fewer embedded entries. */
const shortened = async (source: PageSource, record: ListedRecord, most: number): Promise<Text | undefined> => {
  for (const embedded of FEWER_EMBEDDED) {
    const limit = embedded === 0 ? Number.POSITIVE_INFINITY : most;
    for await (const view of viewsOf(source, [record], embedded)) {
      const text = await rendered(source, view, limit);
      if (text) return text;
    }
  }
  return undefined;
};

const viewsOf = (
  { list, request }: PageSource,
  records: readonly ListedRecord[],
  embedded: number,
): AsyncIterable<object> | Iterable<object> => list.views?.(request, records, embedded) ?? records;

const rendered = ({ list, rendering, render }: PageSource, view: object, most: number): Promise<Text | undefined> =>
  render(elementPieces(list.resource, view, rendering), most);

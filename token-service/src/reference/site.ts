import type { Resource } from '@service/billing/resources/schema.ts';
import type { Millis } from '@service/billing/values/time.ts';
import type { Endpoint, ListEndpoint } from '../apis/xml/endpoint.ts';
import type { Calendar } from '../apis/xml/versions/calendar.ts';
import type { BodyLimits } from '../http/bodies/read-body.ts';
import type { Release } from '../http/files/release.ts';
import { documentPages } from './documents.ts';
import { readExamples } from './example.ts';
import { guidePages } from './guide.ts';
import { layout } from './layout.ts';
import { libraryPage } from './library.ts';
import { libraryReference } from './library-reference.ts';
import { openApi } from './open-api.ts';
import { operationsByTopic } from './operations.ts';
import type { DocPage, PageContent } from './parts.ts';
import { referencePages } from './reference-pages.ts';
import { type Passage, passagesOf } from './search/passages.ts';
import { tablesOf } from './tables.ts';

/** The data that the documentation is made of. */
export interface Documented {
  readonly endpoints: readonly Endpoint[];
  readonly lists: readonly ListEndpoint[];
  readonly resources: readonly Resource[];
  readonly calendar: Calendar;
  readonly body: BodyLimits;
  readonly exampleKey?: string;
  /** The origin of the example shop, where it is started with the service. */
  readonly exampleShop?: string;
}

interface Address {
  readonly origin: string;
  readonly now: Millis;
  readonly release?: Release | undefined;
}

/** A file of the documentation. */
export interface DocumentationFile {
  readonly type: 'text/html' | 'application/json';
  readonly text: string;
}

export interface Documentation {
  /** The pages and `/docs/api.json`, by path. */
  readonly files: ReadonlyMap<string, DocumentationFile>;
  /** The parts that the search finds. */
  readonly passages: readonly Passage[];
  /** Returns a page that is not in the navigation as HTML, with the navigation. */
  readonly framed: (page: Pick<DocPage, 'path' | 'title'>, content: PageContent) => string;
}

/**
 * Returns the files of the documentation, and what its search finds. Operations and fields come from the tables that
 * the service works by, examples from recorded requests. `turn` lets other requests run between two pages.
 */
export const documentation = async (
  { endpoints, lists, resources, calendar, body, exampleKey: key, exampleShop: shop }: Documented,
  { origin, now, release }: Address,
  turn: () => Promise<unknown>,
): Promise<Documentation> => {
  const examples = readExamples();
  const tables = tablesOf(resources);
  const reference = operationsByTopic(endpoints, lists, examples);
  const library = release && new URL(release.script).origin;
  const { guides, recipes, concepts } = documentPages({ origin, browser: library, key, shop });
  const pages: DocPage[] = [
    ...guidePages({ origin, key, examples, calendar, body, now, library, dated: { reference, tables } }),
    ...guides,
    ...(release ? [libraryPage(release, key !== undefined), libraryReference()] : []),
    ...recipes,
    ...referencePages(reference, tables, { origin, key }),
    ...concepts,
  ];
  const around = { pages, origin, key };
  const files = new Map<string, DocumentationFile>();
  const indexed: (DocPage & PageContent)[] = [];
  for (const page of pages) {
    await turn();
    const content = page.content();
    files.set(page.path, { type: 'text/html', text: layout(page, content, around).text });
    indexed.push({ ...page, ...content });
  }
  await turn();
  files.set('/docs/api.json', json(openApi(reference, tables, origin)));
  const framed: Documentation['framed'] = (page, content) => layout(page, content, around).text;
  await turn();
  return { files, passages: passagesOf(indexed, reference), framed };
};

const json = (value: unknown): DocumentationFile => ({ type: 'application/json', text: JSON.stringify(value) });

import { setImmediate } from 'node:timers/promises';
import { DAY_MS, type SystemClock } from '@service/billing/values/time.ts';
import { type Document, documentAsIs, documentOf } from '../http/files/document.ts';
import type { Release } from '../http/files/release.ts';
import type { DocPage, PageContent } from './parts.ts';
import { type Found, openSearch, type Search } from './search/open-search.ts';
import { type Documentation, type DocumentationFile, type Documented, documentation } from './site.ts';

/** The browser library, as shown in the documentation. */
export interface Library {
  /** The browser origin for clients that call the API at an address. */
  originFor(apiOrigin: string): string;
  releaseAt(origin: string): Release;
}

interface Deps extends Documented {
  readonly clock: SystemClock;
  readonly library?: Library;
}

/** A file for clients that call the service at an address, ready to be sent. */
export interface PreparedFile {
  readonly type: DocumentationFile['type'];
  readonly document: Document;
}

/** Placeholders of the two addresses in the rendered files. */
const API = 'http://api.address.invalid';
const BROWSER = 'http://browser.address.invalid';
const ADDRESSES = /(http:\/\/(?:api|browser)\.address\.invalid)/;

/** Addresses for which files are kept compressed. Without `PUBLIC_URL`, clients can make up any number of them. */
const KEPT = 8;

interface Rendered {
  readonly files: ReadonlyMap<string, RenderedFile>;
  readonly framed: Documentation['framed'];
  /** Indexes the documentation when it is first called. */
  readonly search: () => Promise<Search>;
}

interface RenderedFile {
  readonly type: DocumentationFile['type'];
  /** The text, split at the placeholders. */
  readonly pieces: readonly string[];
  /** The copies by address. */
  readonly documents: Map<string, Document>;
}

/** The documentation for clients that call the service at an address. */
export interface PreparedFiles {
  /** Undefined for a path that has no file. */
  at(path: string, origin: string): Promise<PreparedFile | undefined>;
  search(query: string): Promise<readonly Found[]>;
  /** Returns a page that depends on the request as HTML. */
  framed(page: Pick<DocPage, 'path' | 'title'>, content: PageContent, origin: string): Promise<string>;
}

/**
 * Prepares the documentation for clients that call the service at an address. The files are rendered once a day,
 * because they show the support status of versions. Each address gets a copy with its own address; the copies of the
 * first few addresses are kept compressed, later ones are sent uncompressed.
 */
export const preparedFiles = ({ clock, library, ...documented }: Deps): PreparedFiles => {
  let day = -1;
  let rendered: Promise<Rendered> | undefined;

  const render = async (): Promise<Rendered> => {
    const release = library?.releaseAt(BROWSER);
    const address = { origin: API, now: clock.now(), release };
    const { files, passages, framed } = await documentation(documented, address, setImmediate);
    let search: Promise<Search> | undefined;
    return {
      files: new Map(
        [...files].map(([path, { type, text }]) => [
          path,
          { type, pieces: text.split(ADDRESSES), documents: new Map() },
        ]),
      ),
      framed,
      search() {
        search ??= openSearch(passages, setImmediate);
        return search;
      },
    };
  };

  const ofToday = (): Promise<Rendered> => {
    const today = Math.floor(clock.now() / DAY_MS);
    if (!rendered || today !== day) {
      day = today;
      rendered = render();
    }
    return rendered;
  };

  const copyFor = (pieces: readonly string[], origin: string): string => {
    const addresses: Readonly<Record<string, string>> = {
      [API]: origin,
      [BROWSER]: library?.originFor(origin) ?? '',
    };
    return pieces.map((piece) => addresses[piece] ?? piece).join('');
  };

  return {
    async at(path, origin) {
      const file = (await ofToday()).files.get(path);
      if (!file) return undefined;
      const { type, pieces, documents } = file;
      const known = documents.get(origin);
      if (known) return { type, document: known };
      const identity = Buffer.from(copyFor(pieces, origin));
      if (documents.size >= KEPT) return { type, document: documentAsIs(identity) };
      const document = documentOf(identity, QUALITY);
      documents.set(origin, document);
      return { type, document };
    },
    async search(query) {
      const search = await (await ofToday()).search();
      return search(query);
    },
    async framed(page, content, origin) {
      return copyFor((await ofToday()).framed(page, content).split(ADDRESSES), origin);
    },
  };
};

/** Quality of Brotli. The best one takes 30 times as long and saves a tenth. */
const QUALITY = 9;

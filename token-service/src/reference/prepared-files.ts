import { setImmediate } from 'node:timers/promises';
import type { SystemClock } from '@service/billing/values/time.ts';
import { type Document, documentAsIs, documentOf } from '../http/files/document.ts';
import type { Release } from '../http/files/release.ts';
import { type DocumentationFile, type Documented, documentation } from './site.ts';

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
const DAY = 86_400_000;

interface Rendered {
  readonly type: DocumentationFile['type'];
  /** The text, split at the placeholders. */
  readonly pieces: readonly string[];
  /** The copies by address. */
  readonly documents: Map<string, Document>;
}

/**
 * Returns the files of the documentation for clients that call the service at an address; undefined for a path that has
 * none. They are rendered once a day, because they show the support status of versions. Each address gets a copy with
 * its own address; the copies of the first few addresses are kept compressed, later ones are sent uncompressed.
 */
export const preparedFiles = ({
  clock,
  library,
  ...documented
}: Deps): ((path: string, origin: string) => Promise<PreparedFile | undefined>) => {
  let day = -1;
  let files: Promise<ReadonlyMap<string, Rendered>> | undefined;

  const render = async (): Promise<ReadonlyMap<string, Rendered>> => {
    const release = library?.releaseAt(BROWSER);
    const rendered = await documentation(documented, { origin: API, now: clock.now(), release }, setImmediate);
    return new Map(
      [...rendered].map(([path, { type, text }]) => [
        path,
        { type, pieces: text.split(ADDRESSES), documents: new Map() },
      ]),
    );
  };

  const filesOf = (today: number): Promise<ReadonlyMap<string, Rendered>> => {
    if (!files || today !== day) {
      day = today;
      files = render();
    }
    return files;
  };

  const copyFor = (pieces: readonly string[], origin: string): Buffer => {
    const addresses: Readonly<Record<string, string>> = {
      [API]: origin,
      [BROWSER]: library?.originFor(origin) ?? '',
    };
    return Buffer.from(pieces.map((piece) => addresses[piece] ?? piece).join(''));
  };

  return async (path, origin) => {
    const file = (await filesOf(Math.floor(clock.now() / DAY))).get(path);
    if (!file) return undefined;
    const { type, pieces, documents } = file;
    const known = documents.get(origin);
    if (known) return { type, document: known };
    const identity = copyFor(pieces, origin);
    if (documents.size >= KEPT) return { type, document: documentAsIs(identity) };
    const document = documentOf(identity, QUALITY);
    documents.set(origin, document);
    return { type, document };
  };
};

/** Quality of Brotli. The best one takes 30 times as long and saves a tenth. */
const QUALITY = 9;

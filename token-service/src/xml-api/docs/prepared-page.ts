import type { SystemClock } from '@service/billing/time.ts';
import { type Document, digestOf, documentOf } from '../../frames/documents.ts';
import type { Release } from '../../frames/release.ts';
import { type Documented, referencePage } from './page.ts';

/** The browser library, as shown on the page. */
export interface Library {
  /** The browser origin for clients that call the API at an address. */
  originFor(apiOrigin: string): string;
  releaseAt(origin: string): Release;
}

interface Deps extends Documented {
  readonly clock: SystemClock;
  readonly library?: Library;
}

/** Placeholders of the two addresses in the rendered page. */
const API = 'http://api.address.invalid';
const BROWSER = 'http://browser.address.invalid';
const ADDRESSES = /(http:\/\/(?:api|browser)\.address\.invalid)/;

/** Addresses for which the page is kept compressed. Without `PUBLIC_URL`, clients can make up any number of them. */
const KEPT = 8;
const DAY = 86_400_000;

/**
 * The reference page for clients that call the service at an address. It is rendered once a day, because it shows the
 * support status of versions. Each address gets a copy with its own address; the copies of the first few addresses are
 * kept compressed, later ones are sent uncompressed.
 */
export const preparedPage = ({ clock, library, ...documented }: Deps): ((origin: string) => Promise<Document>) => {
  let day = -1;
  let pieces: readonly string[] = [];
  let documents = new Map<string, Promise<Document>>();

  const render = (today: number): void => {
    const release = library?.releaseAt(BROWSER);
    pieces = referencePage(documented, { origin: API, now: clock.now(), release }).split(ADDRESSES);
    documents = new Map();
    day = today;
  };

  const copyFor = (origin: string): Buffer => {
    const addresses: Readonly<Record<string, string>> = {
      [API]: origin,
      [BROWSER]: library?.originFor(origin) ?? '',
    };
    return Buffer.from(pieces.map((piece) => addresses[piece] ?? piece).join(''));
  };

  return async (origin) => {
    const today = Math.floor(clock.now() / DAY);
    if (today !== day) render(today);
    const known = documents.get(origin);
    if (known) return known;
    const identity = copyFor(origin);
    if (documents.size >= KEPT) return { bytes: { identity }, digest: digestOf(identity) };
    const document = documentOf(identity, PAGE_QUALITY);
    documents.set(origin, document);
    return document;
  };
};

/** Quality of Brotli. The best one takes 30 times as long and saves a tenth. */
const PAGE_QUALITY = 9;

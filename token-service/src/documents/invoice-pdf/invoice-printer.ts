import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { priceOfUnit } from '@service/billing/domain/adjustments/counted-units.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { inTurns, type Steps, type Turn } from '@service/billing/values/steps.ts';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { documentLanguage } from '../messages/document-language.ts';
import type { InvoiceToPrint, LineToPrint } from './content.ts';
import type { PrintRequest } from './invoice-pdf.ts';
import { queuesOfKeys } from './queues-of-keys.ts';
import { PoolFailure, type WorkerPool, workerPool } from './worker-pool.ts';

/** Renders invoices as PDF outside the main thread and keeps the latest results. */
export interface InvoicePrinter {
  /**
   * Reads an invoice when the queue of the key allows it, and renders it. Throws `service_unavailable` when it cannot
   * be rendered now or takes too long.
   */
  print(caller: Pick<Caller, 'site' | 'actor'>, read: () => Promise<PrintRequest>): Promise<Buffer>;
  /** Returns the number of invoices that wait to be rendered, and of those that are being rendered. */
  load: WorkerPool['load'];
  close(): Promise<void>;
}

export interface InvoicePrinterDeps {
  readonly log: Pick<Logger, 'error'>;
  readonly turn: Turn;
  /** Returns the PNG file of a site's logo. */
  readonly logo: (site: Pick<Site, 'id' | 'logo'>) => Promise<Uint8Array | undefined>;
  /** Returns the file of a picture of invoices. */
  readonly picture: (siteId: string, digest: string) => Promise<Uint8Array | undefined>;
  readonly pool?: WorkerPool;
  /** The most bytes of rendered invoices that are kept. */
  readonly cacheBytes?: number;
}

const SECONDS = 30;
const CACHE_BYTES = 32 * 1_048_576;

/** Leaves a processor to the main thread. */
const printWorkers = (): WorkerPool =>
  workerPool({
    script: new URL('./print-worker.ts', import.meta.url),
    threads: Math.max(1, Math.min(2, availableParallelism() - 1)),
    milliseconds: SECONDS * 1000,
    queued: { total: 64, perSite: 32 },
    megabytes: 512,
  });

export const invoicePrinter = ({
  log,
  turn,
  logo: logoOf,
  picture: pictureOf,
  pool = printWorkers(),
  cacheBytes = CACHE_BYTES,
}: InvoicePrinterDeps): InvoicePrinter => {
  const rendered = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length || 1 });
  const underWay = new Map<string, Promise<Buffer>>();
  const inTurnOfKey = queuesOfKeys();

  const render = async (siteId: string, task: string, key: string): Promise<Buffer> => {
    try {
      const { buffer, byteOffset, byteLength } = await pool.run(siteId, task);
      const bytes = Buffer.from(buffer, byteOffset, byteLength);
      rendered.set(key, bytes);
      return bytes;
    } catch (error) {
      throw error instanceof PoolFailure ? unavailable(error, siteId, log) : error;
    } finally {
      underWay.delete(key);
    }
  };

  const filesOf = async (siteId: string, { site: { logo }, invoice: { look } }: PrintRequest) => {
    const files: Record<string, string> = {};
    const keep = (digest: string, file: Uint8Array | undefined): void => {
      if (file) files[digest] = Buffer.from(file).toString('base64');
    };
    // The picture across the top takes the place of the logo.
    if (logo && !look?.header_image) keep(logo.digest, await logoOf({ id: siteId, logo }));
    for (const picture of [look?.header_image, look?.footer_image]) {
      if (picture) keep(picture.digest, await pictureOf(siteId, picture.digest));
    }
    return files;
  };

  const print = async (siteId: string, request: PrintRequest): Promise<Buffer> => {
    const task = await inTurns(taskOf({ ...request, files: await filesOf(siteId, request) }), turn);
    // Everything that is printed is in the task, so a changed invoice or seller has another key.
    const key = hash('sha256', task, 'base64');
    const known = rendered.get(key);
    if (known) return known;
    const pending = underWay.get(key) ?? render(siteId, task, key);
    underWay.set(key, pending);
    return pending;
  };

  return {
    async print({ site, actor }, read) {
      try {
        return await inTurnOfKey(actor, async () => print(site.id, await read()));
      } catch (error) {
        throw error instanceof PoolFailure ? unavailable(error, site.id, log) : error;
      }
    },
    load: pool.load,
    close: pool.close,
  };
};

/** Lines that are written in one turn of the event loop: a millisecond of work. */
const LINES_PER_TURN = 250;

/** The data for the worker: of the lines, of which there may be thousands, and of the site, only the printed fields. */
function* taskOf({ acceptLanguage, lines, site, ...request }: PrintRequest): Steps<string> {
  const { subdomain, seller_country, company, company_address, company_vat_number, time_zone } = site;
  const { brand_color, brand_font, logo, texts, shop_url, privacy_url, terms_url } = site;
  const brand = {
    ...(brand_color ? { brand_color } : {}),
    ...(brand_font ? { brand_font } : {}),
    ...(logo ? { logo } : {}),
    ...(shop_url ? { shop_url } : {}),
    ...(privacy_url ? { privacy_url } : {}),
    ...(terms_url ? { terms_url } : {}),
    ...(texts && Object.keys(texts).length > 0 ? { texts } : {}),
  };
  const others: Omit<PrintRequest, 'lines'> = {
    ...request,
    acceptLanguage: documentLanguage(acceptLanguage).locale,
    site: { subdomain, seller_country, company, company_address, company_vat_number, time_zone, ...brand },
  };
  const written: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) yield;
    written.push(JSON.stringify(printedOf(line)));
  }
  return `{"lines":[${written.join(',')}],${JSON.stringify(others).slice(1)}`;
}

const printedOf = (line: InvoiceToPrint['lines'][number]): LineToPrint => ({
  type: line.type,
  origin: line.origin,
  description: line.description,
  start_date: line.start_date,
  end_date: line.end_date,
  quantity: line.quantity,
  quantity_decimal: line.quantity_decimal,
  price_of_unit_in_cents: priceOfUnit(line) ?? null,
  unit_amount_in_cents: line.unit_amount_in_cents,
  discount_in_cents: line.discount_in_cents,
  taxes: line.taxes,
  tax_inclusive: line.tax_inclusive,
  printed_text: line.printed_text,
  account_code: line.account_code,
  invoice_account_code: line.invoice_account_code,
});

const DETAILS: Readonly<Record<PoolFailure['reason'], string>> = {
  full: 'Too many invoices are being rendered as PDF. Try again in a few seconds.',
  timed_out: `Rendering this invoice as PDF took longer than ${SECONDS} seconds and was stopped. Read it as XML, or try again later.`,
  crashed: 'Rendering this invoice as PDF failed. Read it as XML, or try again later.',
  closed: 'The service is shutting down.',
};

const unavailable = (failure: PoolFailure, siteId: string, log: InvoicePrinterDeps['log']): Failure => {
  const { reason, cause } = failure;
  if (reason === 'timed_out' || reason === 'crashed') {
    log.error({ site: siteId, reason, error: (cause as Error | undefined)?.message }, 'could not render an invoice');
  }
  return new Failure('service_unavailable', {}, DETAILS[reason]);
};

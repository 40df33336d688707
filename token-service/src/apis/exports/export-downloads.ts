import { Readable } from 'node:stream';
import Router from '@koa/router';
import { exportPath } from '@service/billing/domain/exports/export-path.ts';
import type { ExportedFiles } from '@service/billing/ports/exports.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { needExport, needExportFile } from '@service/billing/queries/books/exports.ts';
import { Failure, notFound, unlessRefused } from '@service/billing/values/failure.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import { EXPORT_FILES_PATH, isSignedExport } from '../../documents/export-address.ts';
import { type XmlFailureState, xmlFailures } from '../../documents/xml/errors/format.ts';
import { failures } from '../../http/failures.ts';
import type { AnonymousLimits } from '../../http/limits/anonymous.ts';
import { withinAddressLimit } from '../../http/limits/within-address-limit.ts';
import { fieldsOf } from '../../http/query.ts';
import { named, operation, type Step as RequestStep } from '../../http/request.ts';
import { routed } from '../../http/routed.ts';
import { headersForPrograms } from '../../http/security-headers.ts';

interface ExportDownloadsDeps {
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly storage: Storage;
  readonly exported: ExportedFiles;
  readonly world: { readonly clock: SystemClock };
  readonly anonymous: AnonymousLimits;
  readonly log: Pick<Logger, 'error'>;
}

type Step = RequestStep<XmlFailureState>;

const PATH = `${EXPORT_FILES_PATH}/:site/:day/:name`;

/** `GET /export_files/<site>/<day>/<file>` of the API origin: files of exports, for clients with a signed address. */
export const exportDownloads = (deps: ExportDownloadsDeps): RequestStep => {
  const router = new Router<XmlFailureState>({ sensitive: true, exclusive: 'specificity' });
  const arrival = [named('export file'), headersForPrograms(), failures(deps.log, xmlFailures)] as readonly Step[];
  router.get(PATH, ...arrival, withinAddressLimit(deps.anonymous, 'export_files') as Step, operation(sendFile(deps)));
  router.all(PATH, ...arrival, onlyGet);
  const routes = router.routes() as unknown as RequestStep;
  return routed(
    async function exportFiles(ctx, next) {
      // The address as it was sent: the router throws at one that has no path.
      if (!/^\/export_files\/[\w-]+\/[\d-]+\/[\w.-]+(?:\?|$)/.test(ctx.req.url ?? '')) return next();
      return routes(ctx, next);
    },
    [PATH],
  );
};

const onlyGet: Step = async function onlyGet() {
  throw new Failure('method_not_allowed', { allowed: 'GET, HEAD' });
};

const sendFile = (deps: ExportDownloadsDeps): Step => {
  const [exportOf, fileOf] = [needExport(deps), needExportFile(deps)];
  return async function sendFile(ctx) {
    const { site: subdomain = '', day = '', name = '' } = ctx.params;
    const query = fieldsOf(ctx.querystring);
    const expires = Number(query.get('expires'));
    // An unknown site, an unknown file, and a wrong or expired address look the same.
    const refused = notFound('ExportFile', 'name', name);
    const site = await deps.sites.find(subdomain);
    if (!site) throw refused;
    const made = await unlessRefused(exportOf({ site }, day));
    if (!made || !isSignedExport({ subdomain, made, name, expires }, query.get('signature') ?? '')) throw refused;
    if (!(expires * 1000 > deps.world.clock.now())) throw refused;
    const { bytes } = await fileOf({ site }, day, name);
    const content = await deps.exported.read(exportPath(subdomain, day, name));
    if (!content) throw refused;
    ctx.set('Content-Type', 'text/csv; charset=utf-8');
    ctx.set('Content-Disposition', `attachment; filename="${name}"`);
    ctx.set('Cache-Control', 'no-store');
    ctx.length = bytes;
    ctx.body = content instanceof Readable ? content : Readable.from(content);
  };
};

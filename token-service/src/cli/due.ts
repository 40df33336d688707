import { type DueItem, FAILED_STATUSES, type FailedItem, type FailedStatus } from '@service/billing/domain/due/item.ts';
import { DUE_KIND_NAMES, DUE_KINDS, isDueKind } from '@service/billing/domain/due/kinds.ts';
import { type GatewayOutage, NO_GATEWAY } from '@service/billing/domain/gateway-outages/outage.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import {
  dismissedWork,
  failedWork,
  lateWork,
  type WaitingCollections,
  waitingCollections,
} from '@service/billing/queries/due.ts';
import { dismissFailedWork } from '@service/billing/usecases/due/dismiss-failed-work.ts';
import { retryFailedWork } from '@service/billing/usecases/due/retry-failed-work.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { allOption, LISTED, limitOf, withRest } from './cut-list.ts';
import { inColumns, shortTime } from './layout.ts';
import { main, type Tool, UsageError } from './tool.ts';

const HELP = `Due work that failed, is late or waits: renewals, collections, settlements, dunning, messages of gateways. A failed
item is retried with growing waits, then parked until you retry or dismiss it. It never holds up other work.

  npm run due -- list <subdomain> [--dismissed] [--all]
  npm run due -- retry <subdomain> <kind> <id>
  npm run due -- dismiss <subdomain> <kind> <id>

Kinds:

${inColumns(DUE_KIND_NAMES.map((kind) => [`  ${kind}`, DUE_KINDS[kind].does]))}

The list shows kind and id of each item, and with --dismissed those that were dismissed. Of what failed, of what is late
and of what waits for a gateway it shows ${LISTED} each without --all. Retrying a parked
subscription_boundary also allows the missed periods, retrying a parked dunning step takes it as shown.

Examples:

  npm run due -- list demo
  npm run due -- retry demo collection 019a9f0c2b5e7d0a8c31b8f2a1d4e6f0

DATA_DIR and DATABASE_URL say where the data is, as for npm start. The exit status is 0 when it is done,
1 when it was refused (nothing has changed), 2 when the command could not be understood.`;

export const dueTool: Tool = {
  name: 'npm run due --',
  help: HELP,
  commands: {
    list: {
      takes: ['subdomain'],
      options: { dismissed: { type: 'boolean' }, ...allOption },
      async run(toolbox, [subdomain = ''], { dismissed, all }) {
        const site = await needSite(toolbox.sites, subdomain);
        const every = limitOf({ all: true });
        const failed = await (dismissed ? dismissedWork : failedWork)(toolbox)(site, every);
        const late = dismissed ? [] : await lateWork(toolbox)(site, every);
        const waiting = dismissed ? [] : waitingRows(await waitingCollections(toolbox)(site, every));
        const groups = [waiting, failed.map(row), late.map(lateRow)];
        const total = groups.flat().length;
        if (total === 0) return `No due work of ${subdomain} ${dismissed ? 'is dismissed' : 'has failed or is late'}.`;
        const rows = groups.flatMap((group) => group.slice(0, limitOf({ all })));
        const listed = inColumns([['due', 'kind', 'id', 'status', 'failures', 'next attempt', 'error'], ...rows]);
        return withRest(listed, { total, shown: rows.length });
      },
    },
    retry: {
      takes: ['subdomain', 'kind', 'id'],
      async run(toolbox, [subdomain = '', kind = '', id = '']) {
        needKind(kind);
        const site = await needSite(toolbox.sites, subdomain);
        await retryFailedWork(toolbox)(callerOn(toolbox.world, toolbox.operator, site), kind, id);
        return `The worker attempts ${kind} ${id} again now.`;
      },
    },
    dismiss: {
      takes: ['subdomain', 'kind', 'id'],
      async run(toolbox, [subdomain = '', kind = '', id = '']) {
        needKind(kind);
        const site = await needSite(toolbox.sites, subdomain);
        await dismissFailedWork(toolbox)(callerOn(toolbox.world, toolbox.operator, site), kind, id);
        return `${kind} ${id} is dismissed: no worker attempts it again. The list shows it with --dismissed.`;
      },
    },
  },
};

const needKind = (kind: string): void => {
  if (!isDueKind(kind)) throw new UsageError(`There is no kind “${kind}”. Kinds: ${DUE_KIND_NAMES.join(', ')}.`);
};

/** The state of an item, as the list names it. */
export type ShownStatus = FailedStatus | 'late' | 'ending';

export const SHOWN_STATUSES: readonly ShownStatus[] = [...FAILED_STATUSES, 'late', 'ending'];

/** No gateway could answer that would end the outage `none`; its end is checked all the same. */
const hasAnswered = ({ gateway_code, answered_at }: GatewayOutage): boolean =>
  answered_at !== null && gateway_code !== NO_GATEWAY;

const row = ({ at, kind, id, status, failures, retry_at_ms, error }: FailedItem): string[] => [
  isoTime(at),
  kind,
  id,
  status,
  String(failures),
  retry_at_ms === null ? '-' : shortTime(retry_at_ms),
  error,
];

const lateRow = ({ at, kind, id }: DueItem): string[] => [
  isoTime(at),
  kind,
  id,
  'late' satisfies ShownStatus,
  '0',
  '-',
  'No worker has begun it in five minutes.',
];

const outageWords = ({ gateway_code, error_code, answered_at }: GatewayOutage): string => {
  if (gateway_code === NO_GATEWAY) return 'No gateway of the site takes these payments.';
  return `The gateway ${answered_at === null ? `does not answer (${error_code})` : `answered at ${isoTime(answered_at)}`}.`;
};

/** An outage, and what waits for it. */
const waitingRows = ({ outages, invoices }: WaitingCollections): string[][] => [
  ...outages.map((outage) => [
    isoTime(outage.since),
    'gateway_outage',
    outage.gateway_code,
    (hasAnswered(outage) ? 'ending' : 'waiting') satisfies ShownStatus,
    '-',
    '-',
    outageWords(outage),
  ]),
  ...invoices.map(({ uuid, unanswered_since, unanswered_gateway, attempt_next_collection_at: next }) => [
    isoTime(unanswered_since ?? 0),
    'collection',
    uuid,
    'waiting' satisfies ShownStatus,
    '-',
    next === null ? '-' : isoTime(next),
    unanswered_gateway === null ? 'No gateway takes the payment.' : `Waits for the gateway ${unanswered_gateway}.`,
  ]),
];

if (import.meta.main) await main(dueTool);

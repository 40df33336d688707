import {
  DELIVERY_STATES,
  type DeliveryAttempt,
  type ShownDelivery,
} from '@service/billing/domain/webhooks/delivery.ts';
import type { WebhookEndpoint } from '@service/billing/domain/webhooks/endpoint.ts';
import type { DeliveryPage } from '@service/billing/ports/webhooks.ts';
import {
  countDeliveries,
  type ListedEndpoint,
  listDeliveries,
  listEndpoints,
} from '@service/billing/queries/messages/webhooks.ts';
import { idsFrom } from '@service/billing/values/ids.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../../documents/html.ts';
import type { Form } from '../../../../../http/bodies/form.ts';
import { recordList } from '../../../list-page.ts';
import { systemMomentOf, systemTime } from '../../../parts/figures.ts';
import { actionLink } from '../../../parts/form.ts';
import { stateBadge, stateChoices } from '../../../parts/state-words.ts';
import { consoleTable, type TableColumn } from '../../../parts/table.ts';
import { typedDay } from '../../../parts/typed-day.ts';
import type { ConsoleRoute } from '../../../route.ts';
import { countedTotal, knownValue, mostCounted } from '../../../row-query.ts';
import { type ConsoleVisit, may } from '../../../visit.ts';
import { deliveryPath, endpointPath, type WebhookPagesDeps } from './webhook-deps.ts';

const STATES = ['undelivered', ...DELIVERY_STATES] as const;

const ROWS = 50;
/** Deliveries that are read together for a file. */
const ROWS_OF_FILE = 500;

interface DeliveryRow extends ShownDelivery {
  /** Undefined where the endpoint was removed. */
  readonly url: string | undefined;
}

/** The endpoints of the site, and what became of each delivery. */
export const webhookList = (deps: WebhookPagesDeps): ConsoleRoute => {
  const [endpoints, deliveries, count] = [listEndpoints(deps), listDeliveries(deps), countDeliveries(deps)];

  const read = async ({ site }: ConsoleVisit, page: DeliveryPage, limit: number): Promise<readonly DeliveryRow[]> => {
    const [rows, known] = await Promise.all([deliveries(site, page, limit), endpoints(site)]);
    return rows.map((row) => ({ ...row, url: known.find(({ id }) => id === row.endpoint_id)?.url }));
  };

  return recordList<DeliveryRow>({
    path: '/webhooks',
    name: 'webhooks',
    title: 'Webhooks',
    permission: 'webhooks.read',
    filters: [
      { name: 'state', label: 'State', choices: stateChoices('delivery', STATES) },
      { name: 'endpoint_id', label: 'Endpoint' },
      { name: 'since', label: 'From', type: 'date' },
      { name: 'before', label: 'Before', type: 'date' },
    ],
    columns: deliveryColumns,
    href: (visit, { id }) => `${visit.prefix}${deliveryPath(id)}`,
    empty: 'Nothing was delivered yet. Every event of the site is delivered to the endpoints that subscribe to it.',
    actions: (visit) => (may(visit, 'webhooks.edit') ? listActions(visit) : []),
    above: async (
      visit,
    ) => html`<section><h2>Endpoints</h2>${endpointTable(visit, await endpoints(visit.site))}<p><a href="${visit.prefix}${ENDPOINTS_PATH}">All endpoints, with filters and a CSV file</a></p></section>
<h2>Deliveries</h2>`,
    async read(visit, filters, cursor) {
      const page = pageOf(visit, filters);
      const [rows, total] = await Promise.all([
        read(visit, cursor ? { ...page, before: cursor } : page, ROWS + 1),
        count(visit.site, page, mostCounted(filters)),
      ]);
      const shown = rows.slice(0, ROWS);
      return {
        rows: shown,
        next: rows.length > ROWS ? shown.at(-1)?.id : undefined,
        ...countedTotal(filters, total, 'delivery', 'deliveries'),
      };
    },
    async *every(visit, filters) {
      let page = pageOf(visit, filters);
      for (;;) {
        const rows = await read(visit, page, ROWS_OF_FILE);
        yield* rows;
        if (rows.length < ROWS_OF_FILE) return;
        page = { ...page, before: rows.at(-1)?.id };
      }
    },
  });
};

const listActions = (visit: ConsoleVisit): readonly Markup[] => [
  actionLink(visit, '/webhooks/endpoints/add', 'Add endpoint', { main: true }),
  ...(visit.site.mode === 'sandbox' ? [actionLink(visit, '/webhooks/sample', 'Send sample')] : []),
  actionLink(visit, '/webhooks/replay', 'Replay'),
];

const pageOf = ({ site }: ConsoleVisit, filters: Form): DeliveryPage => {
  const [since, before] = [filters.since, filters.before].map((day) => typedDay(site, day));
  return {
    state: knownValue(STATES, filters.state),
    endpoint_id: filters.endpoint_id,
    since: since === undefined ? undefined : idsFrom(since * 1000),
    before: before === undefined ? undefined : idsFrom(before * 1000),
  };
};

/** Returns the state of an endpoint by word and colour. */
export const endpointBadge = ({ pause_reason }: Pick<WebhookEndpoint, 'pause_reason'>): Markup =>
  stateBadge('endpoint', pause_reason ?? 'active');

/** Returns the types that an endpoint receives, in words. */
export const typesInWords = ({ types, legacy_invoices }: Pick<WebhookEndpoint, 'types' | 'legacy_invoices'>): string =>
  `${types === null ? 'All types' : types.join(', ')}${legacy_invoices ? ', legacy invoices' : ''}`;

export const ENDPOINTS_PATH = '/webhooks/endpoints';

export const NO_ENDPOINT =
  'No endpoint receives the events of this site. Add one to have each event posted to your program.';

export const endpointColumns = (visit: ConsoleVisit): readonly TableColumn<ListedEndpoint>[] => [
  { name: 'url', label: 'Address', cell: ({ url }) => url, csv: ({ url }) => url },
  { name: 'state', label: 'State', cell: endpointBadge, csv: ({ pause_reason }) => pause_reason ?? 'active' },
  { name: 'types', label: 'Types', cell: typesInWords, csv: typesInWords },
  {
    name: 'failing_since',
    label: 'Failing since',
    cell: ({ failing_since_ms }) => (failing_since_ms === null ? '–' : systemMomentOf(visit, failing_since_ms)),
    csv: ({ failing_since_ms }) => systemTime(failing_since_ms),
  },
  {
    name: 'created_at',
    label: 'Added',
    optional: true,
    cell: ({ created_at_ms }) => systemMomentOf(visit, created_at_ms),
    csv: ({ created_at_ms }) => systemTime(created_at_ms),
  },
  { name: 'id', label: 'Id', optional: true, cell: ({ id }) => id, csv: ({ id }) => id },
];

const endpointTable = (visit: ConsoleVisit, endpoints: readonly ListedEndpoint[]): Markup =>
  consoleTable<ListedEndpoint>({
    caption: 'Endpoints',
    columns: endpointColumns(visit).filter(({ optional }) => !optional),
    rows: endpoints,
    href: ({ id }) => `${visit.prefix}${endpointPath(id)}`,
    empty: NO_ENDPOINT,
  });

/** The milliseconds that a UUIDv7 begins with. */
export const recordedAt = (id: string): Millis => Number.parseInt(id.slice(0, 12), 16);

/** `200 in 12 ms`. */
export const attemptResult = ({ status, error, milliseconds }: DeliveryAttempt): string =>
  `${status ?? error} in ${milliseconds} ms`;

const lastResult = ({ log }: ShownDelivery): string => {
  const last = log.at(-1);
  return last ? attemptResult(last) : '–';
};

const deliveryColumns = (visit: ConsoleVisit): readonly TableColumn<DeliveryRow>[] => [
  {
    name: 'type',
    label: 'Type',
    cell: ({ notification }) => notification.type,
    csv: ({ notification }) => notification.type,
  },
  { name: 'state', label: 'State', cell: ({ state }) => stateBadge('delivery', state), csv: ({ state }) => state },
  {
    name: 'endpoint',
    label: 'Endpoint',
    cell: ({ url, endpoint_id }) =>
      url === undefined
        ? 'removed'
        : html`<a href="${visit.prefix}${endpointPath(endpoint_id)}" title="${url}">${new URL(url).host}</a>`,
    csv: ({ url }) => url ?? '',
  },
  {
    name: 'recorded_at',
    label: 'Recorded',
    cell: ({ id }) => systemMomentOf(visit, recordedAt(id)),
    csv: ({ id }) => new Date(recordedAt(id)).toISOString(),
  },
  {
    name: 'attempts',
    label: 'Attempts',
    numeric: true,
    cell: ({ attempts }) => attempts,
    csv: ({ attempts }) => attempts,
  },
  { name: 'result', label: 'Result', cell: lastResult, csv: lastResult },
];

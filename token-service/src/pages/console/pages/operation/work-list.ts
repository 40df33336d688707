import { DUE_KIND_NAMES } from '@service/billing/domain/due/kinds.ts';
import { type ListedWork, WORK_STATUSES, type WorkStatus } from '@service/billing/domain/due/work.ts';
import type { ProcessSign } from '@service/billing/domain/processes/process-sign.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { STUCK_COUNTED } from '@service/billing/queries/work/home-figures.ts';
import { dismissedItems, listOpenIntents, type OpenIntent, openWork } from '@service/billing/queries/work/work.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { isoTime, type Millis } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { momentOf, shortId, systemMomentOf } from '../../parts/figures.ts';
import { stateBadge, stateChoices, stateWord } from '../../parts/state-words.ts';
import { consoleTable, type TableColumn } from '../../parts/table.ts';
import { workerTable } from '../../parts/worker-table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { type ConsoleVisit, mayAt, prefixOf } from '../../visit.ts';

export interface WorkListDeps {
  readonly storage: Storage;
  readonly world: World;
  /** The latest sign of each worker, the latest first. */
  readonly workers: () => Promise<readonly ProcessSign[]>;
}

/** Items of a site and group that are read for the page, and for the file. */
const MOST = STUCK_COUNTED;
const MOST_OF_FILE = 10_000;

/** The order of the list: first the items that need a person. */
const ORDER: readonly WorkStatus[] = ['parked', 'late', 'waiting', 'postponed', 'ending', 'dismissed'];

/** The statuses of items that home counts as stuck. An outage is no item: it ends once its gateway answers. */
const STUCK: readonly WorkStatus[] = ['parked', 'late', 'waiting'];

const isIn = ({ status, kind }: ListedWork, asked: string | undefined): boolean =>
  !asked || (asked === 'stuck' ? STUCK.includes(status) && kind !== 'gateway_outage' : status === asked);

/** Due work of all sites at which the operator may see it, the payments under way, and the workers. */
export const workList = (deps: WorkListDeps): ConsoleRoute => {
  const sitesOf = (visit: ConsoleVisit, { site }: Form = {}): readonly Site[] =>
    visit.sites.filter((one) => mayAt(visit, one, 'work.read') && (site === undefined || one.subdomain === site));

  const rowsOf = async (visit: ConsoleVisit, filters: Form, limit: number): Promise<ReadWork> => {
    const { status, kind } = filters;
    const read = status === 'dismissed' ? readDismissed(deps) : readOpen(deps);
    const found = await Promise.all(sitesOf(visit, filters).map((site) => read(site, limit, kind)));
    const rows = found
      .flatMap(({ rows }) => rows)
      .filter((item) => isIn(item, status) && (!kind || item.kind === kind))
      .sort((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status) || one.at - other.at);
    return { rows, hasMore: found.some(({ hasMore }) => hasMore) };
  };

  return recordList<ListedWork>({
    path: '/work',
    name: 'work',
    title: 'Work',
    permission: 'work.read',
    filters: [
      { name: 'status', label: 'Status', choices: stateChoices('work', ['stuck', ...WORK_STATUSES]) },
      { name: 'kind', label: 'Kind', choices: DUE_KIND_NAMES.map((kind) => [kind, kind.replaceAll('_', ' ')]) },
      { name: 'site', label: 'Site' },
    ],
    columns: workColumns,
    href: (visit, item) => (hasPage(item) ? workHref(visit, item) : undefined),
    empty: 'Nothing has failed, is late or waits for a gateway. What a worker could not finish appears here.',
    async read(visit, filters) {
      const { rows, hasMore } = await rowsOf(visit, filters, MOST);
      return { rows, totals: [...totalsOf(rows), ...(hasMore ? [tooMuch(MOST)] : [])] };
    },
    async *every(visit, filters) {
      yield* (await rowsOf(visit, filters, MOST_OF_FILE)).rows;
    },
    async fileProblem(visit, filters) {
      const { hasMore } = await rowsOf(visit, filters, MOST_OF_FILE);
      return hasMore ? `No file was made, because it would lack items: ${tooMuch(MOST_OF_FILE)}.` : undefined;
    },
    async below(visit) {
      const [intents, workers] = await Promise.all([
        Promise.all(sitesOf(visit).map(listOpenIntents(deps))),
        deps.workers(),
      ]);
      return html`${workerSection(visit, workers)}${intentSection(visit, intents.flat())}`;
    },
  });
};

/** Rows, and whether there are more than were asked for. */
interface ReadWork {
  readonly rows: readonly ListedWork[];
  readonly hasMore: boolean;
}

const readOpen =
  (deps: WorkListDeps) =>
  async (site: Site, limit: number, kind?: string): Promise<ReadWork> => {
    const { waiting, failed, late, hasMore } = await openWork(deps)(site, limit, kind);
    return { rows: [...failed, ...late, ...waiting], hasMore };
  };

const readDismissed =
  (deps: WorkListDeps) =>
  async (site: Site, limit: number, kind?: string): Promise<ReadWork> => {
    const found = await dismissedItems(deps)(site, limit + 1, kind);
    return { rows: found.slice(0, limit), hasMore: found.length > limit };
  };

/** Says that the list lacks items, and how to see them. */
const tooMuch = (most: number): string =>
  `a site has more than ${most.toLocaleString('en-US')} items, of which these are the longest overdue: narrow by kind or site`;

/** Whether the item has a page with actions: only what failed is recorded. */
const hasPage = ({ status, kind }: ListedWork): boolean =>
  ['parked', 'waiting', 'dismissed'].includes(status) && kind !== 'gateway_outage';

const workHref = (visit: ConsoleVisit, { site, kind, id }: ListedWork): string =>
  `${prefixOf(visit, site)}/work/${kind}/${encodeURIComponent(id)}`;

/** `2 parked`, `1 late`. */
const totalsOf = (rows: readonly ListedWork[]): readonly string[] => {
  const counts = Map.groupBy(rows, ({ status }) => status);
  const parts = ORDER.flatMap((status) => {
    const count = counts.get(status)?.length ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${stateWord('work', status)}`];
  });
  return parts.length > 0 ? parts : ['0 items'];
};

/** A moment of the clock of another site: its distance is known on that site's pages only. */
const dueMoment = (visit: ConsoleVisit, { site, at }: ListedWork): Markup =>
  momentOf({ ...visit, site: visit.sites.find(({ subdomain }) => subdomain === site) ?? visit.site }, at);

const nextOf = (visit: ConsoleVisit, item: ListedWork): Markup | string => {
  if (item.next_at !== null) return dueMoment(visit, { ...item, at: item.next_at });
  return item.retry_at_ms === null ? '–' : systemMomentOf(visit, item.retry_at_ms);
};

const customerLink = (
  visit: ConsoleVisit,
  { site, account_code }: Pick<ListedWork, 'site' | 'account_code'>,
): Markup | string =>
  account_code === null
    ? '–'
    : html`<a href="${prefixOf(visit, site)}/customers/${encodeURIComponent(account_code)}">${account_code}</a>`;

const workColumns = (visit: ConsoleVisit): readonly TableColumn<ListedWork>[] => [
  { name: 'kind', label: 'Kind', cell: ({ kind }) => kind.replaceAll('_', ' '), csv: ({ kind }) => kind },
  { name: 'status', label: 'Status', cell: ({ status }) => stateBadge('work', status), csv: ({ status }) => status },
  { name: 'site', label: 'Site', optional: visit.sites.length < 2, cell: ({ site }) => site, csv: ({ site }) => site },
  {
    name: 'account_code',
    label: 'Account',
    cell: (item) => customerLink(visit, item),
    csv: ({ account_code }) => account_code ?? '',
  },
  { name: 'due_at', label: 'Due', cell: (item) => dueMoment(visit, item), csv: ({ at }) => isoTime(at) },
  {
    name: 'failures',
    label: 'Failures',
    numeric: true,
    cell: ({ failures }) => failures ?? '–',
    csv: ({ failures }) => failures ?? '',
  },
  { name: 'next_attempt_at', label: 'Next attempt', cell: (item) => nextOf(visit, item) },
  { name: 'error', label: 'Reason', cell: ({ error }) => error, csv: ({ error }) => error },
  { name: 'id', label: 'Id', optional: true, cell: ({ id }) => shortId(id), csv: ({ id }) => id },
];

const workerSection = (visit: ConsoleVisit, workers: readonly ProcessSign[]): Markup => html`<section>
<h2>Workers</h2>
${workerTable(visit, workers, 'Workers')}
</section>`;

const intentSection = (visit: ConsoleVisit, intents: readonly OpenIntent[]): Markup => html`<section>
<h2>Open payment intents</h2>
${consoleTable<OpenIntent>({
  caption: 'Open payment intents',
  columns: [
    { name: 'kind', label: 'Kind', cell: ({ kind }) => kind },
    {
      name: 'state',
      label: 'State',
      cell: ({ reversing, leased_until_ms }) => intentState(visit, reversing, leased_until_ms),
    },
    { name: 'site', label: 'Site', cell: ({ site }) => site },
    { name: 'account_code', label: 'Account', cell: (intent) => customerLink(visit, intent) },
    { name: 'gateway_code', label: 'Gateway', cell: ({ gateway_code }) => gateway_code },
    {
      name: 'leased_until',
      label: 'Lease ends',
      cell: ({ leased_until_ms }) => systemMomentOf(visit, leased_until_ms),
    },
    { name: 'request_id', label: 'Request', cell: ({ correlation }) => shortId(correlation) },
  ],
  rows: intents,
  empty: 'Every payment that was begun has its outcome. Payments that wait for the answer of a gateway appear here.',
})}
</section>`;

const intentState = ({ now }: ConsoleVisit, reversing: boolean, leasedUntil: Millis): Markup => {
  if (reversing) return stateBadge('intent', 'reversing');
  return leasedUntil > now ? stateBadge('intent', 'open') : stateBadge('intent', 'abandoned');
};

import { isSilent, type ProcessSign } from '@service/billing/domain/processes/process-sign.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { factList, shortId, systemMomentOf } from '../../parts/figures.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable, type TableColumn } from '../../parts/table.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, mayAt, prefixOf } from '../../visit.ts';

/** A queue of a site that has something in it. */
export interface QueueState {
  readonly site_id: string;
  /** The kind of queue. */
  readonly queue: 'due_work' | 'failed_work' | 'postponed_work' | 'intents' | 'mail' | 'failed_mail' | 'webhooks';
  /** The kind of due work or intent, or the id of an endpoint. */
  readonly label: string;
  readonly count: number;
  /** Since when the oldest one waits, on the system clock; null where that is not known. */
  readonly since_ms: Millis | null;
}

/** A part of the service that was examined. */
export interface ExaminedPart {
  readonly part: string;
  readonly status: 'ok' | 'warning' | 'failure';
  readonly finding: string;
  readonly advice: string | null;
}

/** The service as a whole: all processes on its database. */
export interface SystemState {
  readonly version: string;
  /** Null where the build does not say it. */
  readonly commit: string | null;
  readonly node: string;
  /** The roles of this process: `all`, `console`. */
  readonly serve: string;
  readonly database: string;
  /** The migrations of the database, the newest first. */
  readonly migrations: readonly { readonly name: string; readonly applied_at_ms: Millis }[];
  /** The parts of the service that do not work, by their names in `/health`, each with the reason. */
  readonly troubles: Readonly<Record<string, string>>;
  readonly processes: readonly ProcessSign[];
  readonly queues: readonly QueueState[];
  /** Disk, database, settings and backup. */
  readonly parts: readonly ExaminedPart[];
}

export interface SystemDeps {
  readonly system: () => Promise<SystemState>;
}

/** Migrations that are shown without opening the list. */
const LATEST = 5;

/** The service: its versions, processes, queues and disk. */
export const systemPage = ({ system }: SystemDeps): ConsoleRoute =>
  readingPage('/system', 'system', 'system.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const state = await system();
    const own = new Map(visit.sites.filter((site) => mayAt(visit, site, 'system.read')).map((site) => [site.id, site]));
    const troubles = Object.entries(state.troubles);
    showPage(
      ctx,
      {
        title: 'System',
        badge: stateBadge('service', troubles.length === 0 ? 'ok' : 'degraded'),
        subtitle: `Version ${state.version}`,
      },
      [
        ...troubles.map(([part, reason]) => html`<p class="trouble"><strong>${part}</strong>: ${reason}</p>`),
        versionFacts(visit, state),
        html`<section><h2>Processes</h2>${processTable(visit, state.processes)}</section>`,
        html`<section><h2>Queues</h2>${queueTable(visit, own, state.queues)}</section>`,
        html`<section><h2>Parts</h2>${partTable(state.parts)}</section>`,
        migrationSection(visit, state.migrations),
      ],
    );
  });

const versionFacts = (visit: ConsoleVisit, state: SystemState): Markup => {
  const [newest] = state.migrations;
  return factList([
    { label: 'Version', value: state.version },
    { label: 'Commit', value: state.commit && shortId(state.commit) },
    { label: 'Node', value: state.node },
    { label: 'Database', value: state.database },
    { label: 'Schema', value: newest && html`${newest.name}, applied ${systemMomentOf(visit, newest.applied_at_ms)}` },
    { label: 'This process serves', value: state.serve },
  ]);
};

const PARTS: Readonly<Record<string, string>> = {
  all: 'Everything',
  api: 'XML API, account pages',
  browser: 'Browser API, script and frames',
  worker: 'Due work, mail, webhooks',
  console: 'Console',
};

const processTable = (visit: ConsoleVisit, processes: readonly ProcessSign[]): Markup =>
  consoleTable<ProcessSign>({
    caption: 'Processes',
    columns: [
      { name: 'serves', label: 'Serves', cell: ({ serves }) => PARTS[serves] ?? serves },
      {
        name: 'state',
        label: 'State',
        cell: (sign) => stateBadge('worker', isSilent(sign, visit.now) ? 'silent' : 'running'),
      },
      { name: 'version', label: 'Version', cell: ({ version }) => version },
      { name: 'seen_at', label: 'Last sign', cell: ({ seen_at_ms }) => systemMomentOf(visit, seen_at_ms) },
      { name: 'started_at', label: 'Started', cell: ({ started_at_ms }) => systemMomentOf(visit, started_at_ms) },
      { name: 'host', label: 'Runs on', cell: ({ host, pid }) => (host === '' ? '–' : `${host}, pid ${pid}`) },
    ],
    rows: processes,
    empty: 'No process has left a sign. One that only reads (READ_ONLY=1) leaves none.',
  });

const QUEUES: Readonly<Record<QueueState['queue'], string>> = {
  due_work: 'Due now',
  failed_work: 'Failed',
  postponed_work: 'Waiting for a gateway',
  intents: 'Payments under way',
  mail: 'Mail to send',
  failed_mail: 'Mail that failed',
  webhooks: 'Webhook deliveries',
};

const PAGES: Readonly<Record<QueueState['queue'], (label: string) => string>> = {
  due_work: () => '/work',
  failed_work: () => '/work',
  postponed_work: () => '/work?status=postponed',
  intents: () => '/work',
  mail: () => '/mail?status=queued',
  failed_mail: () => '/mail?status=failed',
  webhooks: (endpoint) => `/webhooks?endpoint_id=${encodeURIComponent(endpoint)}`,
};

const queueTable = (visit: ConsoleVisit, own: ReadonlyMap<string, Site>, queues: readonly QueueState[]): Markup => {
  const subdomainOf = ({ site_id }: QueueState): string => own.get(site_id)?.subdomain ?? '';
  const columns: readonly TableColumn<QueueState>[] = [
    { name: 'queue', label: 'Queue', cell: ({ queue }) => QUEUES[queue] },
    {
      name: 'label',
      label: 'What',
      cell: ({ queue, label }) => (queue === 'webhooks' ? shortId(label) : label.replaceAll('_', ' ') || '–'),
    },
    { name: 'site', label: 'Site', cell: subdomainOf },
    { name: 'count', label: 'Count', numeric: true, cell: ({ count }) => count.toLocaleString('en-US') },
    {
      name: 'oldest',
      label: 'Oldest',
      cell: ({ since_ms }) => (since_ms === null ? '–' : systemMomentOf(visit, since_ms)),
    },
  ];
  return consoleTable<QueueState>({
    caption: 'Queues',
    columns,
    rows: queues.filter(({ site_id, count }) => own.has(site_id) && count > 0),
    href: (row) => `${prefixOf(visit, subdomainOf(row))}${PAGES[row.queue](row.label)}`,
    empty: 'Nothing waits: no due work, no payment, no mail and no webhook.',
  });
};

const partTable = (parts: readonly ExaminedPart[]): Markup =>
  consoleTable<ExaminedPart>({
    caption: 'Parts of the service',
    columns: [
      { name: 'part', label: 'Part', cell: ({ part }) => part },
      { name: 'status', label: 'State', cell: ({ status }) => stateBadge('service_part', status) },
      { name: 'finding', label: 'Finding', cell: ({ finding, advice }) => [finding, advice].filter(Boolean).join(' ') },
    ],
    rows: parts,
    empty: 'Nothing was examined.',
  });

const migrationSection = (visit: ConsoleVisit, migrations: SystemState['migrations']): Markup => {
  const table = (rows: SystemState['migrations'], caption: string): Markup =>
    consoleTable<SystemState['migrations'][number]>({
      caption,
      columns: [
        { name: 'name', label: 'Migration', cell: ({ name }) => name },
        { name: 'applied_at', label: 'Applied', cell: ({ applied_at_ms }) => systemMomentOf(visit, applied_at_ms) },
      ],
      rows,
      empty: 'The database has no migrations.',
    });
  const earlier = migrations.slice(LATEST);
  return html`<section><h2>Migrations</h2>${table(migrations.slice(0, LATEST), 'Latest migrations')}
${earlier.length > 0 ? html`<details><summary>Earlier ones</summary>${table(earlier, 'Earlier migrations')}</details>` : ''}</section>`;
};

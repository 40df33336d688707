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
import type { Site } from '@service/billing/resources/site.ts';
import { dismissFailedWork } from '@service/billing/usecases/due/dismiss-failed-work.ts';
import { retryFailedWork } from '@service/billing/usecases/due/retry-failed-work.ts';
import { isoTime, type Seconds } from '@service/billing/values/time.ts';
import { SILENT_AFTER } from '../worker/worker-signs.ts';
import { command, type Tool, type Toolbox, UsageError } from './command.ts';
import { type AskedPage, askedPage, isWithin, LISTED, pageOptions, pageText } from './cut-list.ts';
import { inColumns, isoMillisOrNull } from './layout.ts';
import { main } from './tool.ts';

const MEMBERS = [
  ...(['site', 'account_code', 'due_at', 'kind', 'id', 'status'] as const),
  ...(['failures', 'next_attempt_at', 'error'] as const),
];

/** An item as the list shows it. */
type ShownItem = { readonly [member in Exclude<(typeof MEMBERS)[number], 'failures'>]: string | null } & {
  readonly failures: number | null;
};

export const dueTool: Tool = {
  name: 'due',
  does: 'Due work that failed, is late or waits: renewals, collections, settlements, dunning, messages of gateways.',
  about: `A failed item is retried with growing waits, then parked until you retry or dismiss it. It never holds up other
work.`,
  notes: `Kinds:

${inColumns(DUE_KIND_NAMES.map((kind) => [`  ${kind}`, DUE_KINDS[kind].does]))}

Of what failed, of what is late and of what waits for a gateway, the list shows ${LISTED} each without --all. The exit
status of list is 3 while something is parked, or late without a worker. Retrying a parked subscription_boundary also allows the missed
periods, retrying a parked dunning step takes it as shown.`,
  commands: {
    list: command({
      takes: ['subdomain?'],
      does: 'Lists due work of a site, or of all sites, that failed, is late or waits for a gateway.',
      example: 'demo',
      options: { dismissed: { help: 'Lists the items that were dismissed.' }, ...pageOptions },
      prints: 'page',
      members: MEMBERS,
      async run(toolbox, [subdomain], { dismissed, ...given }) {
        const page = askedPage(given);
        const sites = subdomain === undefined ? await toolbox.sites.all() : [await needSite(toolbox.sites, subdomain)];
        const listed = dismissed === true ? dismissedItems : openItems;
        const items: ShownItem[] = [];
        const shown: ShownItem[] = [];
        let needsPerson = false;
        for (const site of sites) {
          const groups = await listed(toolbox, site, page);
          for (const group of groups) {
            items.push(...group);
            shown.push(...group.slice(0, page.limit));
          }
          needsPerson ||= await isStuck(toolbox, site, groups.flat());
        }
        const of = subdomain === undefined ? 'any site' : subdomain;
        const json = { records: shown, total: items.length, next: null };
        if (items.length === 0) {
          return { text: `No due work of ${of} ${dismissed ? 'is dismissed' : 'has failed or is late'}.`, json };
        }
        return { text: pageText(HEADINGS, { rows: shown.map(row), json }), json, status: needsPerson ? 3 : 0 };
      },
    }),
    retry: command({
      takes: ['subdomain', 'kind', 'id'],
      does: 'Attempts a failed item again now.',
      example: 'demo collection 019a9f0c2b5e7d0a8c31b8f2a1d4e6f0',
      members: ['site', 'kind', 'id'],
      async run(toolbox, [subdomain = '', kind = '', id = '']) {
        needKind(kind);
        const site = await needSite(toolbox.sites, subdomain);
        await retryFailedWork(toolbox)(callerOn(toolbox.world, toolbox.operator, site), kind, id);
        return { text: `The worker attempts ${kind} ${id} again now.`, json: { site: subdomain, kind, id } };
      },
    }),
    dismiss: command({
      takes: ['subdomain', 'kind', 'id'],
      does: 'Gives a failed item up, so that no worker attempts it again.',
      example: 'demo collection 019a9f0c2b5e7d0a8c31b8f2a1d4e6f0',
      members: ['site', 'kind', 'id'],
      async run(toolbox, [subdomain = '', kind = '', id = '']) {
        needKind(kind);
        const site = await needSite(toolbox.sites, subdomain);
        await dismissFailedWork(toolbox)(callerOn(toolbox.world, toolbox.operator, site), kind, id);
        return {
          text: `${kind} ${id} is dismissed: no worker attempts it again. The list shows it with --dismissed.`,
          json: { site: subdomain, kind, id },
        };
      },
    }),
  },
};

/** Items that are listed together, and cut together. */
type Groups = Promise<readonly (readonly ShownItem[])[]>;

const EVERY = 1_000_000_000;

const openItems = async (toolbox: Toolbox, site: Site, page: AskedPage): Groups => [
  within(page, waitingItems(site, await waitingCollections(toolbox)(site, EVERY))),
  await failedItems(toolbox, site, page, await failedWork(toolbox)(site, EVERY)),
  await lateItems(toolbox, site, page),
];

const dismissedItems = async (toolbox: Toolbox, site: Site, page: AskedPage): Groups => [
  await failedItems(toolbox, site, page, await dismissedWork(toolbox)(site, EVERY)),
];

const needKind = (kind: string): void => {
  if (!isDueKind(kind)) throw new UsageError(`There is no kind “${kind}”. Kinds: ${DUE_KIND_NAMES.join(', ')}.`);
};

/** The state of an item, as the list names it. */
export type ShownStatus = FailedStatus | 'postponed' | 'late' | 'ending';

export const SHOWN_STATUSES: readonly ShownStatus[] = [...FAILED_STATUSES, 'postponed', 'late', 'ending'];

/** No gateway could answer that would end the outage `none`; its end is checked all the same. */
const hasAnswered = ({ gateway_code, answered_at }: GatewayOutage): boolean =>
  answered_at !== null && gateway_code !== NO_GATEWAY;

const HEADINGS = ['due', 'kind', 'id', 'status', 'failures', 'next attempt', 'site', 'account', 'error'];

const row = ({ due_at, kind, id, status, failures, next_attempt_at, site, account_code, error }: ShownItem): string[] =>
  [due_at, kind, id, status, failures, next_attempt_at, site, account_code, error].map((cell) => String(cell ?? '-'));

/** Whether a person has to act: something is parked, or something is late and there is no worker. */
const isStuck = async (toolbox: Toolbox, { id }: Site, items: readonly ShownItem[]): Promise<boolean> =>
  items.some(({ status }) => status === 'parked') ||
  (items.some(({ status }) => status === 'late') &&
    !(await toolbox.storage.of(id).due.busy()) &&
    !(await isWorkerAlive(toolbox)));

/** A worker that runs leaves a sign every thirty seconds. */
const isWorkerAlive = async ({ opened, world }: Toolbox): Promise<boolean> => {
  const signs = await opened.workerSigns.all();
  return signs.some(({ seen_at_ms }) => world.clock.now() - seen_at_ms < SILENT_AFTER);
};

const within = (page: AskedPage, items: readonly (ShownItem & { readonly at: Seconds })[]): readonly ShownItem[] =>
  items.filter(({ at }) => isWithin(page, at * 1000));

const failedItems = async (toolbox: Toolbox, site: Site, page: AskedPage, items: readonly FailedItem[]) => {
  const codeOf = accountCodes(toolbox, site);
  const shown = items.map(async ({ at, kind, id, subject, status, failures, retry_at_ms, error }) => ({
    ...{ at, site: site.subdomain, account_code: await codeOf(subject), due_at: isoTime(at), kind, id, status },
    ...{ failures, next_attempt_at: isoMillisOrNull(retry_at_ms), error },
  }));
  return within(page, await Promise.all(shown));
};

const lateItems = async (toolbox: Toolbox, site: Site, page: AskedPage) => {
  const codeOf = accountCodes(toolbox, site);
  const late = (await lateWork(toolbox)(site, EVERY)).map(async ({ at, kind, id, subject }: DueItem) => ({
    ...{ at, site: site.subdomain, account_code: await codeOf(subject), due_at: isoTime(at), kind, id },
    status: 'late' satisfies ShownStatus,
    ...{ failures: 0, next_attempt_at: null, error: 'No worker has begun it in five minutes.' },
  }));
  return within(page, await Promise.all(late));
};

/** Returns the code of the account that is the subject of an item; null where it has another subject. */
const accountCodes = ({ storage }: Toolbox, { id }: Site) => {
  const known = new Map<string, Promise<string | null>>();
  const find = async (subject: string) => (await storage.of(id).accounts.byId(subject))?.account_code ?? null;
  return (subject: string): Promise<string | null> => {
    const code = known.get(subject) ?? find(subject);
    known.set(subject, code);
    return code;
  };
};

const outageWords = ({ gateway_code, error_code, answered_at }: GatewayOutage): string => {
  if (gateway_code === NO_GATEWAY) return 'No gateway of the site takes these payments.';
  return `The gateway ${answered_at === null ? `does not answer (${error_code})` : `answered at ${isoTime(answered_at)}`}.`;
};

/** Why a collection is postponed. */
const reasonOf = (outages: readonly GatewayOutage[], gateway: string | null): string => {
  if (gateway === null) return 'No gateway takes the payment.';
  const outage = outages.find(({ gateway_code }) => gateway_code === gateway);
  return `Waits for the gateway ${gateway}${outage ? ` (${outage.error_code})` : ''}.`;
};

/** An outage, and what waits for it. */
const waitingItems = ({ subdomain: site }: Site, { outages, invoices }: WaitingCollections) => [
  ...outages.map((outage) => ({
    ...{ at: outage.since, site, account_code: null, due_at: isoTime(outage.since), kind: 'gateway_outage' },
    ...{ id: outage.gateway_code, failures: null, next_attempt_at: null, error: outageWords(outage) },
    status: (hasAnswered(outage) ? 'ending' : 'waiting') satisfies ShownStatus,
  })),
  ...invoices.map((invoice) => {
    const { uuid, unanswered_since, unanswered_gateway, attempt_next_collection_at: next } = invoice;
    const at = unanswered_since ?? 0;
    return {
      ...{ at, site, account_code: invoice.account_code, due_at: isoTime(at), kind: 'collection', id: uuid },
      status: 'postponed' satisfies ShownStatus,
      ...{ failures: null, next_attempt_at: next === null ? null : isoTime(next) },
      error: reasonOf(outages, unanswered_gateway),
    };
  }),
];

if (import.meta.main) await main(dueTool);

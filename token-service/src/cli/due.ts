import { DUE_KIND_NAMES, DUE_KINDS, isDueKind } from '@service/billing/domain/due/kinds.ts';
import type { ListedWork } from '@service/billing/domain/due/work.ts';
import { hasLiveWorker } from '@service/billing/domain/processes/process-sign.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { lateWork, TOO_LATE_AFTER } from '@service/billing/queries/work/due.ts';
import { dismissedItems, openWork } from '@service/billing/queries/work/work.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { dismissFailedWork } from '@service/billing/usecases/due/dismiss-failed-work.ts';
import { retryFailedWork } from '@service/billing/usecases/due/retry-failed-work.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { command, type Tool, type Toolbox, UsageError } from './command.ts';
import { type AskedPage, askedPage, isWithin, LISTED, pageOptions, pageText } from './cut-list.ts';
import { inColumns, isoMillisOrNull } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const MEMBERS = [
  ...(['site', 'account_code', 'due_at', 'kind', 'id', 'status'] as const),
  ...(['failures', 'next_attempt_at', 'error'] as const),
];

export const dueTool: Tool = {
  ...topic('due'),
  about: `A failed item is retried with growing waits, then parked until you retry or dismiss it. It never holds up other
work.`,
  notes: `Kinds:

${inColumns(DUE_KIND_NAMES.map((kind) => [`  ${kind}`, DUE_KINDS[kind].does]))}

Of what failed, of what is late and of what waits for a gateway, the list shows ${LISTED} each without --all. The exit
status of list is 3 while something is parked, late without a worker, or late for fifteen minutes although a worker
runs. Retrying a parked subscription_boundary also allows the missed periods, retrying a parked dunning step takes it as
shown.`,
  unnamed: 'list',
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
        const listed = dismissed === true ? dismissedGroups : openGroups;
        const items: ListedWork[] = [];
        const shown: ListedWork[] = [];
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
        const json = { records: shown.map(itemJson), total: items.length, next: null };
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
      example: 'demo collection 019a9f0c2b5e7d0a8c31b8f2a1d4e6f0 --reason "Refunded by hand"',
      options: { reason: { value: '<text>', help: 'Why; the audit log has it.' } },
      members: ['site', 'kind', 'id'],
      async run(toolbox, [subdomain = '', kind = '', id = ''], { reason }) {
        needKind(kind);
        const site = await needSite(toolbox.sites, subdomain);
        const caller = callerOn(toolbox.world, toolbox.operator, site);
        await dismissFailedWork(toolbox)(caller, kind, id, typeof reason === 'string' ? reason : undefined);
        return {
          text: `${kind} ${id} is dismissed: no worker attempts it again. The list shows it with --dismissed.`,
          json: { site: subdomain, kind, id },
        };
      },
    }),
  },
};

/** Items that are listed together, and cut together. */
type Groups = Promise<readonly (readonly ListedWork[])[]>;

const EVERY = 1_000_000_000;

const openGroups = async (toolbox: Toolbox, site: Site, page: AskedPage): Groups => {
  const { waiting, failed, late } = await openWork(toolbox)(site, EVERY);
  return [waiting, failed, late].map((group) => within(page, group));
};

const dismissedGroups = async (toolbox: Toolbox, site: Site, page: AskedPage): Groups => [
  within(page, await dismissedItems(toolbox)(site, EVERY)),
];

const needKind = (kind: string): void => {
  if (!isDueKind(kind)) throw new UsageError(`There is no kind “${kind}”. Kinds: ${DUE_KIND_NAMES.join(', ')}.`);
};

const HEADINGS = ['due', 'kind', 'id', 'status', 'failures', 'next attempt', 'site', 'account', 'error'];

const itemJson = ({ at, retry_at_ms, next_at, ...item }: ListedWork) => ({
  ...item,
  due_at: isoTime(at),
  next_attempt_at: next_at === null ? isoMillisOrNull(retry_at_ms) : isoTime(next_at),
});

const row = (item: ListedWork): string[] => {
  const { due_at, kind, id, status, failures, next_attempt_at, site, account_code, error } = itemJson(item);
  return [due_at, kind, id, status, failures, next_attempt_at, site, account_code, error].map((cell) =>
    String(cell ?? '-'),
  );
};

/** Whether a person has to act: something is parked, late without a worker, or late for long although one runs. */
const isStuck = async (toolbox: Toolbox, site: Site, items: readonly ListedWork[]): Promise<boolean> => {
  if (items.some(({ status }) => status === 'parked')) return true;
  const late = new Set(items.filter(({ status }) => status === 'late').map(({ kind, id }) => `${kind} ${id}`));
  if (late.size === 0) return false;
  const isAttended = (await toolbox.storage.of(site.id).due.busy()) || (await isWorkerAlive(toolbox));
  if (!isAttended) return true;
  return (await lateWork(toolbox)(site, EVERY, TOO_LATE_AFTER)).some(({ kind, id }) => late.has(`${kind} ${id}`));
};

/** A worker that runs leaves a sign every thirty seconds. */
const isWorkerAlive = async ({ opened, world }: Toolbox): Promise<boolean> =>
  hasLiveWorker(await opened.processSigns.all(), world.clock.now());

const within = (page: AskedPage, items: readonly ListedWork[]): readonly ListedWork[] =>
  items.filter(({ at }) => isWithin(page, at * 1000));

if (import.meta.main) await main(dueTool);

import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { countAuditEntries, type ListedEntry, listAuditEntries } from '@service/billing/queries/access/audit-log.ts';
import { isoTime, type Millis, type Seconds } from '@service/billing/values/time.ts';
import { command, type Json, type OptionValues, type Tool } from './command.ts';
import { type AskedPage, askedPage, pageOptions, pageText, readRows } from './cut-list.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const HEADINGS = ['AT', 'SITE', 'ACTOR', 'WHAT', 'OBJECT', 'REQUEST', 'CHANGES'];

export const auditTool: Tool = {
  ...topic('audit'),
  commands: {
    '': command({
      takes: ['subdomain?'],
      does: 'Lists entries of the audit log of a site, or of all sites, newest first.',
      example: 'acme --actor "command line" --since 2027-01-01',
      options: {
        actor: {
          value: '<actor>',
          help: 'Only entries of an actor, such as key:019a…, of all of a kind, such as "command line", or of an operator\'s name.',
        },
        what: { value: '<action>', help: 'Only an action, such as site.changed, or all of a kind, such as site.' },
        object: { value: '<name>', help: 'Only entries about a record: an account code, an invoice number, a uuid.' },
        request: { value: '<id>', help: 'Only entries that a request caused, by its id, or a command.' },
        ...pageOptions,
      },
      prints: 'page',
      members: ['id', 'at', 'site', 'actor', 'address', 'action', 'object', 'correlation', 'changes'],
      async run(toolbox, [subdomain], given) {
        const page = pageByMoments(askedPage(given));
        const sites = subdomain === undefined ? await toolbox.sites.all() : [await needSite(toolbox.sites, subdomain)];
        const filter = {
          ...{ actor: text(given.actor), action: text(given.what), subject: text(given.object) },
          correlation: text(given.request),
          ...{ from_at: seconds(page.sinceMs), until_at: seconds(page.beforeMs) },
        };
        const shown = await readRows(page, {
          read: (ids, limit) => listAuditEntries(toolbox)(sites, { ...filter, ...ids }, limit),
          count: (ids) => countAuditEntries(toolbox)(sites, { ...filter, ...ids }),
          shown: (entry) => [row(entry), json(entry)],
        });
        const list = shown.rows.length === 0 ? 'There are no such entries.' : pageText(HEADINGS, shown);
        return { text: list, json: shown.json };
      },
    }),
  },
};

/** Moments are those of the sites' clocks, which ids do not have: only the id of a page before narrows by ids. */
const pageByMoments = (page: AskedPage): AskedPage => ({
  ...page,
  ids: { since: undefined, before: page.beforeMs === undefined ? page.ids.before : undefined },
});

const seconds = (moment: Millis | undefined): Seconds | undefined =>
  moment === undefined ? undefined : Math.ceil(moment / 1000);

const text = (typed: OptionValues[string]): string | undefined => (typeof typed === 'string' ? typed : undefined);

const json = ({ id, at, site, actor, address, action, subject, correlation, changes }: ListedEntry) => ({
  ...{ id, at: isoTime(at), site, actor, address, action, object: subject, correlation, changes: changes as Json },
});

const row = ({ at, site, actor, action, subject, correlation, changes }: ListedEntry): string[] => [
  isoTime(at),
  site,
  actor,
  action,
  subject,
  correlation,
  Object.entries(changes ?? {})
    .map(([name, { from, to }]) => `${name}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`)
    .join(', ') || '-',
];

if (import.meta.main) await main(auditTool);

import { type AlertStep, alertSteps, type SeenConditions } from '../../domain/alerts/alert.ts';
import { CONDITIONS } from '../../domain/alerts/conditions.ts';
import type { AlertMailFacts } from '../../domain/mail/facts.ts';
import { isPermitted, type Permission } from '../../domain/operators/permissions.ts';
import type { Round } from '../../engine/due/run-due-work.ts';
import type { WarningLog } from '../../ports/alerts.ts';
import type { OperatorRecords } from '../../ports/operators.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { openAlertsOf, seenConditions } from '../../queries/work/alerts.ts';
import { isMailKind } from '../../resources/mail-kind.ts';
import type { Site } from '../../resources/site.ts';
import type { Millis } from '../../values/time.ts';

/** The watch of all sites, in the form of work that a worker does. */
export interface ConditionWatch {
  /** Looks at a site, unless that was done just now. */
  round(site: Site): Promise<Round>;
  /** Returns when the site is looked at next, in milliseconds of the system clock; undefined if it is not watched. */
  nextAt(site: Site): Promise<Millis | undefined>;
}

interface Deps {
  readonly storage: Storage;
  readonly world: World;
  readonly sites: Pick<SiteRecords, 'keys' | 'keyUses'>;
  readonly operators: Pick<OperatorRecords, 'all' | 'assignments'>;
  /** Returns conditions of machines, processes and database; none for all sites but one, so that each is told once. */
  readonly ofService: (site: Site) => Promise<SeenConditions>;
  /** False: there is no mail server, and operators find alerts in the console. */
  readonly hasMailServer: boolean;
  readonly log: WarningLog;
}

/**
 * Milliseconds between two looks at a site. With the ten seconds between two looks of a process at its own health, and
 * as many until it has read a certificate, what begins is told within a minute.
 */
const EVERY: Millis = 30_000;
/** The most operators who are mailed about one condition. */
const MOST_TOLD = 50;
/** A round has no more to do: a site is looked at again when it is time. */
const NOTHING: Round = { succeeded: 0, failed: 0 };

/**
 * Looks at a production site twice a minute for conditions that need a person. Operators who can act get mail when one
 * begins, and once it has not been seen for fifteen minutes; the technical contact, or support, where no operator can.
 * A sandbox is not watched, because what fails there is often meant to.
 */
export const watchConditions = ({
  storage,
  world,
  sites,
  operators,
  ofService,
  hasMailServer,
  log,
}: Deps): ConditionWatch => {
  const lookedAt = new Map<string, Millis>();
  const seenAt = seenConditions({ storage, world, sites });

  const recipientsOf = async (site: Site, permission: Permission): Promise<readonly string[]> => {
    if (!hasMailServer) return [];
    const [all, assignments] = await Promise.all([operators.all(), operators.assignments(site.id)]);
    const assigned = Map.groupBy(assignments, ({ operator_id }) => operator_id);
    const told = all.filter(({ id, disabled_at_ms, read_only }) => {
      const roles = (assigned.get(id) ?? []).map(({ role }) => role);
      return disabled_at_ms === null && isPermitted({ roles, sandbox: false, readOnly: read_only }, permission);
    });
    if (told.length === 0) return [site.technical_contact ?? 'support'];
    return told.map(({ email }) => email).slice(0, MOST_TOLD);
  };

  /** Records a step. Returns whether there is anything to tell, which another process has not told. */
  const record = async ({ openAlerts }: Records, { is, alert }: AlertStep): Promise<boolean> => {
    if (is === 'begin') return openAlerts.begin(alert);
    if (is === 'end') return openAlerts.end(alert.kind);
    await openAlerts.note(alert);
    return false;
  };

  const take = async (site: Site, step: AlertStep): Promise<void> => {
    const { kind, detail, since_ms, calm_since_ms } = step.alert;
    const isMailed = step.is !== 'note' && isMailKind(kind);
    const recipients = isMailed ? await recipientsOf(site, CONDITIONS[kind].permission) : [];
    const facts: AlertMailFacts = { detail, since_ms, until_ms: step.is === 'end' ? calm_since_ms : null };
    const isTold = await storage.transaction(site.id, async (records) => {
      if (!(await record(records, step))) return false;
      await records.outbox.queueAll(
        recipients.map((recipient) => ({
          id: world.ids.uuid(),
          kind,
          recipient,
          correlation: `alert-${kind}`,
          payload: { ...facts },
          is_urgent: true,
        })),
      );
      return true;
    });
    const { title, over } = CONDITIONS[kind];
    if (isTold) log.warn({ alert: kind, site: site.subdomain, detail }, step.is === 'end' ? over : title);
  };

  const look = async (site: Site, now: Millis): Promise<void> => {
    const [open, own, service] = await Promise.all([openAlertsOf(storage.of(site.id)), seenAt(site), ofService(site)]);
    for (const step of alertSteps(open, new Map([...own, ...service]), now)) await take(site, step);
  };

  return {
    async round(site) {
      const now = world.clock.now();
      if (site.mode === 'production' && Math.abs(now - (lookedAt.get(site.id) ?? 0)) >= EVERY) {
        await look(site, now);
        lookedAt.set(site.id, now);
      }
      return NOTHING;
    },
    nextAt: async ({ id, mode }) => (mode === 'production' ? (lookedAt.get(id) ?? 0) + EVERY : undefined),
  };
};

import type { GatewayNotification } from '../../domain/payments/gateway-notification.ts';
import type { ShownTransaction } from '../../domain/transactions/record.ts';
import { recordReport } from '../../engine/gateway-notifications/record-report.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { needSandbox } from '../../engine/webhooks/on-sandbox.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { Failure, notFound } from '../../values/failure.ts';
import { DAY, type Seconds } from '../../values/time.ts';

/** The reports that a gateway can be made to send about a transaction of a sandbox site. */
export const SIMULATED = ['inquiry', 'dispute', 'won', 'lost', 'refund-failed'] as const;
export type Simulated = (typeof SIMULATED)[number];

interface Deps {
  readonly storage: Storage;
  readonly world: Pick<World, 'ids'>;
}

/** Seconds in which evidence is due. */
const EVIDENCE_WITHIN = 14 * DAY;

/**
 * Records a message as if the gateway of a transaction had sent it: the worker processes it like any other. Throws
 * `not_found`, `sandbox_only`, and `precondition_failed` where the gateway could not report this.
 */
export const simulateReport =
  ({ storage, world }: Deps) =>
  async (caller: Caller, uuid: string, what: Simulated): Promise<void> => {
    needSandbox(caller.site, 'npm run dispute -- simulate');
    const found = await storage.of(caller.site.id).transactions.find(uuid.replaceAll('-', '').toLowerCase());
    if (!found) throw notFound('Transaction', 'uuid', uuid);
    const { gateway_code, reference, action } = found;
    const fits = action === (what === 'refund-failed' ? 'refund' : 'purchase');
    if (!gateway_code || !reference || !fits) {
      const kind = what === 'refund-failed' ? 'refund' : 'payment';
      throw new Failure('precondition_failed', { what: `Transaction ${uuid} is no ${kind} of a gateway.` });
    }
    const notification = { ...reportOf(found, reference, what, caller.at), id: world.ids.uuid(), at: caller.at };
    await storage.transaction(caller.site.id, async (records) => {
      await recordReport(records, world, caller, gateway_code, notification as GatewayNotification);
      await records.auditLog.append(auditEntry(world, caller, `gateway_report.simulated`, `${what} ${found.uuid}`));
    });
  };

const reportOf = (
  { uuid, amount_in_cents, currency }: ShownTransaction,
  reference: string,
  what: Simulated,
  at: Seconds,
): object => {
  if (what === 'refund-failed') return { kind: 'refund_failed', reference, reason: 'simulated' };
  const about = { dispute: `simulated-${uuid}`, reference, amount_in_cents, currency, reason: 'general', fee: null };
  return what === 'won' || what === 'lost'
    ? { ...about, kind: 'dispute_closed', outcome: what }
    : { ...about, kind: 'dispute_opened', withdrawn: what === 'dispute', evidence_due_at: at + EVIDENCE_WITHIN };
};

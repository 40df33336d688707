import { type DisputeRecord, isClosed, takesEvidence } from '../../domain/disputes/dispute.ts';
import { recordReport } from '../../engine/gateway-notifications/record-report.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needDispute } from '../../queries/disputes/disputes.ts';
import { Failure, notFound } from '../../values/failure.ts';
import { amountText } from '../../values/money/money-text.ts';
import { refuseUnlessAnswered } from './refuse-unless-answered.ts';

interface AcceptDeps {
  readonly storage: Storage;
  readonly gateways: Pick<Gateways, 'acceptDispute'>;
  readonly world: Pick<World, 'ids'>;
}

/**
 * Accepts an undecided dispute at its gateway, which ends it: the customer keeps the amount. The worker records it as
 * lost, as it does once the gateway reports the same. Throws `not_found`, `gateway_silent`, after which it may be
 * repeated, and `precondition_failed` for one that is decided or accepted, and where the gateway refuses it or takes no
 * answer.
 */
export const acceptDispute =
  ({ storage, gateways, world }: AcceptDeps) =>
  async (caller: Caller, id: string): Promise<DisputeRecord> => {
    const { site, at, correlation } = caller;
    const records = storage.of(site.id);
    const dispute = await needDispute(records, id);
    if (!takesEvidence(dispute)) {
      const what = isClosed(dispute)
        ? 'The dispute is decided, so it cannot be accepted any more.'
        : 'The dispute was accepted already. The worker records it as lost.';
      throw new Failure('precondition_failed', { what });
    }
    const payment = await records.transactions.find(dispute.transaction_uuid);
    if (!payment?.reference) throw notFound('Transaction', 'uuid', dispute.transaction_uuid);
    const { gateway_code, reference } = dispute;
    refuseUnlessAnswered(
      await gateways.acceptDispute({ site, gateway_code, at, correlation, key: `accept/${id}`, dispute: reference }),
      gateway_code,
    );
    const { amount_in_cents, currency, reason } = dispute;
    const lost = {
      kind: 'dispute_closed',
      id: `accepted/${id}`,
      at,
      dispute: reference,
      reference: payment.reference,
      amount_in_cents,
      currency,
      reason,
      fee: null,
      outcome: 'lost',
    } as const;
    return storage.transaction(site.id, async (inside) => {
      const accepted: DisputeRecord = { ...(await needDispute(inside, id)), accepted_at: at };
      await inside.disputes.save(accepted);
      await recordReport(inside, world, caller, gateway_code, lost);
      await inside.auditLog.append(
        auditEntry(world, caller, 'dispute.accepted', dispute.transaction_uuid, {
          amount: { from: null, to: amountText(amount_in_cents, currency) },
        }),
      );
      return accepted;
    });
  };

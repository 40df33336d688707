import { type DisputeRecord, isClosed, takesEvidence } from '../../domain/disputes/dispute.ts';
import { type DisputeEvidence, type EvidenceFile, evidenceIssues } from '../../domain/disputes/evidence.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needDispute } from '../../queries/disputes/disputes.ts';
import { Failure, refuse } from '../../values/failure.ts';
import { refuseUnlessAnswered } from './refuse-unless-answered.ts';

interface EvidenceDeps {
  readonly storage: Storage;
  readonly gateways: Pick<Gateways, 'submitEvidence'>;
  readonly world: Pick<World, 'ids'>;
}

/**
 * Sends evidence for an undecided dispute to its gateway, and records what was sent by whom and when. Evidence that is
 * sent later replaces it. Returns the dispute. Throws `not_found`, `Invalid`, `gateway_silent`, after which it may be
 * repeated, and `precondition_failed` for a decided dispute, and where the gateway refuses it or takes none.
 */
export const submitEvidence =
  ({ storage, gateways, world }: EvidenceDeps) =>
  async (
    caller: Caller,
    id: string,
    evidence: DisputeEvidence,
    files: readonly EvidenceFile[] = [],
  ): Promise<DisputeRecord> => {
    const { site, at, actor, correlation } = caller;
    const dispute = needUndecided(await needDispute(storage.of(site.id), id));
    refuse(evidenceIssues(evidence, files));
    const { gateway_code, reference } = dispute;
    const key = `evidence/${caller.idempotency_key ?? world.ids.uuid()}`;
    const outcome = await gateways.submitEvidence({
      site,
      gateway_code,
      at,
      correlation,
      key,
      dispute: reference,
      evidence,
      files,
    });
    refuseUnlessAnswered(outcome, gateway_code);
    return storage.transaction(site.id, async (records) => {
      const before = await needDispute(records, id);
      // A file stays with the gateway until another one takes its place.
      const kept = (before.evidence?.files ?? []).filter(({ field }) => !files.some((file) => file.field === field));
      const sent: DisputeRecord = {
        ...before,
        // The amount may have been withdrawn meanwhile: evidence of an inquiry does not answer that.
        answered: before.answered || before.state === dispute.state,
        evidence: { sent_at: at, sent_by: actor, texts: evidence, files: [...kept, ...outcome.files] },
      };
      await records.disputes.save(sent);
      const changes = {
        evidence: {
          from: dispute.evidence && namesOf(dispute.evidence.texts, dispute.evidence.files),
          to: namesOf(evidence, files),
        },
      };
      await records.auditLog.append(
        auditEntry(world, caller, 'dispute.evidence_sent', dispute.transaction_uuid, changes),
      );
      return sent;
    });
  };

/** The names of the texts and files: the audit log has no personal data. */
const namesOf = (evidence: DisputeEvidence, files: readonly Pick<EvidenceFile, 'field'>[] = []): string =>
  [...Object.keys(evidence), ...files.map(({ field }) => field)].join(' ');

const needUndecided = (dispute: DisputeRecord): DisputeRecord => {
  if (takesEvidence(dispute)) return dispute;
  const why = isClosed(dispute) ? 'is decided' : 'was accepted';
  throw new Failure('precondition_failed', { what: `The dispute ${why}, so no evidence is read any more.` });
};

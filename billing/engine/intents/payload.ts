import type { Intent, IntentKind, StoredPayload } from '../../domain/payments/intent.ts';

/** The data with which another process can complete or reverse an intent of one kind. */
export interface PayloadFormat<P extends object> {
  readonly kind: IntentKind;
  /** Returns a payload as an intent stores it: with its kind and version. */
  write(payload: P): StoredPayload;
  /**
   * Returns the payload of an intent. Throws when it is of another kind, or of a version that this program cannot read.
   */
  read(intent: Pick<Intent, 'id' | 'payload'>): P;
}

/**
 * Declares the payload of a kind of intent.
 *
 * @param version what this release writes and reads. An incompatible change gets the next number, and a migration or a
 * reader for the old version
 */
export const payloadFormat = <P extends object>(kind: IntentKind, version: number): PayloadFormat<P> => ({
  kind,
  write: (payload) => ({ ...payload, kind, version }),
  read: ({ id, payload }) => {
    if (payload.kind === kind && payload.version === version) return payload as unknown as P;
    throw new Error(
      `Intent ${id} holds a ${payload.kind} payload of version ${payload.version}, and this program reads ${kind} payloads ` +
        `of version ${version}. Finish it with the release that wrote it.`,
    );
  },
});

import type { Seconds } from '../../values/time.ts';
import { payloadFormat } from '../intents/payload.ts';

/** The authorization that is captured. Until the outcome is known, the intent can be completed by it. */
export interface CapturePayload {
  /** The gateway's reference of the authorization. */
  readonly authorization: string | null;
  /** The uuid of its transaction. */
  readonly transaction: string;
  /** Time of the capture. */
  readonly at: Seconds;
  readonly actor: string;
  readonly idempotency_key: string | null;
}

export const CAPTURE_INTENT = payloadFormat<CapturePayload>('capture', 1);

import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { PaymentDeps } from '../intents/open-intent.ts';

export type NotificationDeps = Omit<PaymentDeps, 'vault'>;

/** The context in which a notification is applied: its transaction also records it as processed. */
export interface NotificationContext {
  readonly records: Records;
  readonly world: NotificationDeps['world'];
  readonly caller: Caller;
  readonly gateway_code: string;
}

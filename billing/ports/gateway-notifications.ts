import type { NotificationRecord } from '../domain/gateway-notifications/record.ts';
import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';

/** Notifications of the gateways of a site. */
export interface NotificationRecords {
  /** Records a notification; false, without any effect, when this message of the gateway is recorded already. */
  add(record: NotificationRecord): Promise<boolean>;
  find(id: string): Promise<NotificationRecord | undefined>;
  save(record: NotificationRecord): Promise<void>;
  /** Notifications to be processed. */
  readonly due: DueQuery;
  /** Deletes at most `limit` processed notifications that arrived before a moment, the oldest first. */
  removeProcessed(before: Seconds, limit: number): Promise<void>;
}

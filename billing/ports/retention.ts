/** The records that a site can keep for a number of days only, besides mail. */
export type Retained = 'events' | 'audit';

/** Records that a site keeps for a number of days. */
export interface RetentionRecords {
  /**
   * Deletes at most `limit` records with an id before `beforeId`: an id begins with the moment of the system clock at
   * which the record was made. An event that waits for its delivery stays. Returns how many it deleted.
   */
  remove(what: Retained, beforeId: string, limit: number): Promise<number>;
}

import type { BusinessEntityRecord } from '../domain/business-entities/record.ts';

/** The business entities of a site, of which there are few. */
export interface BusinessEntityRecords {
  /** The active ones, oldest first. */
  all(): Promise<readonly BusinessEntityRecord[]>;
  /** The entity with this id, even if removed: the one that an invoice has. */
  find(id: string): Promise<BusinessEntityRecord | undefined>;
  add(record: BusinessEntityRecord): Promise<void>;
  save(record: BusinessEntityRecord): Promise<void>;
}

/** Numbers of records by table. */
export type RecordCounts = Readonly<Record<string, number>>;

export interface Erasure {
  /** The records that were changed or deleted. */
  readonly erased: RecordCounts;
  /** The records of the account that keep personal data: documents that the law asks for. */
  readonly kept: RecordCounts;
}

export interface ErasureRecords {
  /** Erases the personal data of an account from every table, as `docs/security.md#erasing-personal-data` lists it. */
  erase(account: {
    readonly id: string;
    readonly account_code: string;
    readonly email: string | null;
  }): Promise<Erasure>;
}

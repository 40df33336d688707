import { OPERATIONS_KEPT_FOR } from '@service/billing/domain/payments/gateway-operations.ts';
import type { GatewayOperationRecords as ExpiredOperations } from '@service/billing/ports/gateway-operations.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { Database, Queries, Row } from '../database.ts';
import type { DueReader } from './due-items.ts';

/** An operation as it is stored; the adapter defines the rest. */
export interface StoredOperation {
  readonly site_id: string;
  readonly gateway_code: string;
  readonly key: string;
  readonly action: string;
  readonly request: string;
  readonly object: string | null;
  readonly at: Seconds;
}

type Key = Pick<StoredOperation, 'site_id' | 'gateway_code' | 'key'>;

const WHERE = 'WHERE site_id = $1 AND gateway_code = $2 AND key = $3';
const BEGIN =
  'INSERT INTO gateway_operations (site_id, gateway_code, key, action, request, object, closed, at) ' +
  'VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (site_id, gateway_code, key) DO NOTHING';
const FIND = `SELECT site_id, gateway_code, key, action, request, object, at FROM gateway_operations ${WHERE}`;
const ASSIGN = `UPDATE gateway_operations SET object = $4 ${WHERE} AND object IS NULL AND closed = $5`;
const CLOSE = `UPDATE gateway_operations SET closed = $4 ${WHERE} AND object IS NULL`;

const keyOf = ({ site_id, gateway_code, key }: Key): string[] => [site_id, gateway_code, key];

/** Stores the operations that adapters begin at their providers. */
export const gatewayOperationStore = <Operation extends StoredOperation>(database: Database) => {
  const find = async (key: Key): Promise<Operation | undefined> => {
    const row = await database.get(FIND, keyOf(key));
    return row && read<Operation>(row);
  };
  return {
    find,
    async begin(operation: Operation): Promise<Operation & { readonly isRepeated: boolean }> {
      const { action, request, object, at } = operation;
      const isNew = 1 === (await database.run(BEGIN, [...keyOf(operation), action, request, object, false, at]));
      const recorded = await find(operation);
      if (!recorded) throw new Error(`The operation ${operation.key} was not recorded.`);
      return { ...recorded, isRepeated: !isNew };
    },
    async assign(key: Key, object: string): Promise<string | undefined> {
      const assigned = await database.run(ASSIGN, [...keyOf(key), object, false]);
      return assigned === 1 ? object : ((await find(key))?.object ?? undefined);
    },
    close: async (key: Key): Promise<boolean> => (await database.run(CLOSE, [...keyOf(key), true])) === 1,
  };
};

const read = <Operation extends StoredOperation>(row: Row): Operation =>
  ({ ...row, object: row.object ?? null, at: Number(row.at) }) as unknown as Operation;

export type GatewayOperationStore<Operation extends StoredOperation> = ReturnType<
  typeof gatewayOperationStore<Operation>
>;

/** The intent of an operation: its key is that of the intent, or begins with it. Keys of intents have 32 characters. */
const WITHOUT_INTENT =
  'NOT EXISTS (SELECT 1 FROM intents i WHERE i.site_id = o.site_id AND i.gateway_key = substr(o.key, 1, 32))';
const OLDEST =
  `(SELECT o.site_id, (o.at / 86400 + 1) * 86400 + ${OPERATIONS_KEPT_FOR} AS expires_at FROM gateway_operations o ` +
  `WHERE o.site_id = $1 AND ${WITHOUT_INTENT} ORDER BY o.at LIMIT 1) r`;
const REMOVE =
  'DELETE FROM gateway_operations WHERE site_id = $1 AND (gateway_code, key) IN (SELECT o.gateway_code, o.key ' +
  `FROM gateway_operations o WHERE o.site_id = $1 AND o.at < $2 AND ${WITHOUT_INTENT} ORDER BY o.at LIMIT $3)`;

export const gatewayOperationRecords = (queries: Queries, siteId: string, due: DueReader): ExpiredOperations => ({
  expired: due({
    kind: 'gateway_operation',
    from: OLDEST,
    id: 'CAST(r.expires_at AS text)',
    subject: "'gateway_operations'",
    at: 'r.expires_at',
    where: 'r.expires_at <= :until',
    order: 'r.expires_at',
  }),
  removeExpired: (before, limit) => queries.run(REMOVE, [siteId, before, limit]),
});

import type { Key } from '@service/billing/domain/sites/key.ts';
import { columns, table } from '../table.ts';

/** Columns with another name than the record's field hold times of the system clock. */
export const keyTable = table<Key>({
  name: 'api_keys',
  key: ['id'],
  columns: [
    ...columns({ id: 'text', kind: 'text', name: 'text', hash: 'text', value: 'text', read_only: 'boolean' }),
    { name: 'created_at_ms', path: ['created_at'], holds: 'bigint' },
    { name: 'valid_until_ms', path: ['valid_until'], holds: 'bigint' },
  ],
  computed: { site_id: { holds: 'text', sql: 'r.site_id' } },
});

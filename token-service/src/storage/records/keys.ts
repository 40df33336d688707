import type { Key } from '@service/billing/sites/key.ts';
import { columns, table } from '../table.ts';

/** Names that differ from the record's say that these times are the system clock's. */
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

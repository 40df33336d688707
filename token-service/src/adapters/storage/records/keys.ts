import type { Key } from '@service/billing/domain/sites/key.ts';
import { columns, table } from '../table.ts';

export const keyTable = table<Key>({
  name: 'api_keys',
  key: ['id'],
  columns: [
    ...columns({
      id: 'text',
      kind: 'text',
      name: 'text',
      hash: 'text',
      value: 'text',
      read_only: 'boolean',
      created_at_ms: 'bigint',
      valid_until_ms: 'bigint',
    }),
  ],
  computed: { site_id: { holds: 'text', sql: 'r.site_id' } },
});

import type { Records } from '@service/billing/ports/storage.ts';
import type { Queries } from '../database.ts';

const ADD =
  'INSERT INTO audit_log (site_id, id, at, actor, correlation, action, subject) VALUES ($1, $2, $3, $4, $5, $6, $7)';

export const auditLogRecords = (queries: Queries, siteId: string): Records['auditLog'] => ({
  async append({ id, at, actor, correlation, action, subject }) {
    await queries.write(ADD, [siteId, id, at, actor, correlation, action, subject]);
  },
});

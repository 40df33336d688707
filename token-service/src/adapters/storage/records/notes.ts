import type { NoteRecord } from '@service/billing/domain/accounts/record.ts';
import type { NoteRecords } from '@service/billing/ports/accounts.ts';
import { note } from '@service/billing/resources/note.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';

const notes = table<NoteRecord>({
  name: 'account_notes',
  key: ['id'],
  columns: [...columns({ id: 'text', account_id: 'text', actor: 'text' }), ...resourceColumns(note)],
});

const listed: ListedTable<NoteRecord, { readonly account_id: string }> = {
  table: notes,
  id: 'id',
  sorts: { created_at: 'created_at', updated_at: 'created_at' },
  conditions: ({ account_id }, bind) => [`r.account_id = ${bind(account_id)}`],
};

const LATEST = `${notes.select} WHERE r.site_id = $1 AND r.account_id = $2 AND r.id < $3 ORDER BY r.id DESC LIMIT $4`;

export const noteRecords = (queries: Queries, siteId: string): NoteRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async latest(accountId, before, limit) {
    return (await queries.all(LATEST, [siteId, accountId, before, limit])).map(notes.read);
  },
  async add(record) {
    await queries.write(notes.insert, notes.values(siteId, record));
  },
});

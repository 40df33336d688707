import type { NoteRecord } from '@service/billing/domain/accounts/record.ts';
import type { NoteRecords } from '@service/billing/ports/accounts.ts';
import { note } from '@service/billing/resources/note.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';

const notes = table<NoteRecord>({
  name: 'account_notes',
  key: ['id'],
  columns: [...columns({ id: 'text', account_id: 'text' }), ...resourceColumns(note)],
});

const listed: ListedTable<NoteRecord, { readonly account_id: string }> = {
  table: notes,
  id: 'id',
  sorts: { created_at: 'created_at', updated_at: 'created_at' },
  conditions: ({ account_id }, bind) => [`r.account_id = ${bind(account_id)}`],
};

export const noteRecords = (queries: Queries, siteId: string): NoteRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async add(record) {
    await queries.write(notes.insert, notes.values(siteId, record));
  },
});

import type { NoteRecord } from '@service/billing/accounts/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { needAccount } from '@service/billing/queries/accounts/need-account.ts';
import { note } from '@service/billing/resources/note.ts';
import type { ListEndpoint } from '../endpoint.ts';

/** What operators wrote about an account, newest first. */
export const noteLists = ({ storage }: { readonly storage: Storage }): ListEndpoint<{ account_id: string }>[] => [
  {
    name: 'account_notes',
    path: '/v2/accounts/:account_code/notes',
    resource: note,
    async filter({ caller, params }) {
      const account = await needAccount(storage.of(caller.site.id), params.account_code ?? '');
      return { account_id: account.id };
    },
    async list({ caller, params }, query) {
      const { records, more } = await storage.of(caller.site.id).notes.list(query);
      return { records: records.map((record) => ({ ...record, account_code: params.account_code })), more };
    },
    count: ({ caller }, query) => storage.of(caller.site.id).notes.count(query),
    idOf: (record) => (record as NoteRecord).id,
  },
];

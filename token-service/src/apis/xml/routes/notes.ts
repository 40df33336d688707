import type { NoteRecord } from '@service/billing/domain/accounts/record.ts';
import { findAccount, listNotes } from '@service/billing/queries/accounts/accounts.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { note } from '@service/billing/resources/note.ts';
import type { ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';

/** Operators' notes on an account, newest first. */
export const noteLists = (deps: QueryDeps): ListEndpoint<{ account_id: string }>[] => {
  const find = findAccount(deps);
  return [
    {
      name: 'account_notes',
      path: '/v2/accounts/:account_code/notes',
      resource: note,
      async filter({ caller, params }) {
        const account = await find(caller, params.account_code ?? '');
        return { account_id: account.id };
      },
      ...listed(listNotes(deps), (record, { params }) => ({ ...record, account_code: params.account_code })),
      idOf: (record) => (record as NoteRecord).id,
    },
  ];
};

import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { AccountFilter } from '@service/billing/ports/accounts.ts';
import type { ListQuery, Page } from '@service/billing/ports/listing.ts';
import { account } from '@service/billing/resources/account.ts';
import { notFound, refuse } from '@service/billing/values/failure.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { ApiRequest, Endpoint, ListEndpoint, RequestBody } from '../../src/apis/xml/endpoint.ts';
import { created, nothing, shown } from '../../src/apis/xml/routes/answers.ts';
import { chosen } from '../../src/apis/xml/routes/chosen.ts';
import { submitted, toCreate, toUpdate } from '../../src/apis/xml/routes/submission.ts';

const PATH = '/v2/accounts/:account_code';
const creating = toCreate(account);
const changing = toUpdate(account);
const EMPTY = { address1: null, address2: null, city: null, state: null, zip: null, country: null, phone: null };

/** Account endpoints on a map: enough of the real ones to test the common rules. */
export const fakeAccounts = (clock: SystemClock): { endpoints: Endpoint[]; lists: ListEndpoint[] } => {
  const accounts = new Map<string, AccountRecord>();
  let sequence = 0;
  const name = ({ caller }: ApiRequest, code: string | undefined) => `${caller.site.id} ${code}`;

  const need = (request: ApiRequest): AccountRecord => {
    const code = request.params.account_code ?? '';
    const found = accounts.get(name(request, code));
    if (!found) throw notFound('Account', 'account_code', code);
    return found;
  };

  const write = (
    request: ApiRequest,
    body: RequestBody<typeof account>,
    before: Partial<AccountRecord>,
  ): AccountRecord => {
    const { value, issues } = submitted(request, body);
    refuse(issues);
    const now = Math.floor(clock.now() / 1000);
    sequence += 1;
    const record = {
      id: sequence.toString(16).padStart(32, '0'),
      state: 'active',
      address: EMPTY,
      custom_fields: [],
      created_at: now,
      closed_at: null,
      ...before,
      ...value,
      updated_at: now,
    } as unknown as AccountRecord;
    accounts.set(name(request, record.account_code), record);
    return record;
  };

  const listed = ({ caller }: ApiRequest, { filter, sort, order, begin, end }: ListQuery<AccountFilter>) => {
    const direction = order === 'asc' ? 1 : -1;
    return [...accounts.entries()]
      .filter(([key]) => key.startsWith(caller.site.id))
      .map(([, record]) => record)
      .filter(({ state }) => filter.state === undefined || state === filter.state)
      .filter((record) => record[sort] >= (begin ?? 0) && record[sort] <= (end ?? Number.POSITIVE_INFINITY))
      .sort((a, b) => direction * (a[sort] - b[sort] || (a.id < b.id ? -1 : 1)));
  };

  const page = (request: ApiRequest, query: ListQuery<AccountFilter>): Page<AccountRecord> => {
    const { from, limit, sort, order } = query;
    const behind = (record: AccountRecord): number => {
      const place = record[sort] - (from?.at ?? 0) || (record.id === from?.id ? 0 : record.id < from!.id ? -1 : 1);
      return (order === 'asc' ? place : -place) * (from?.back ? -1 : 1);
    };
    const rest = listed(request, query).filter((record) => !from || behind(record) > 0);
    const records = from?.back ? rest.slice(-limit) : rest.slice(0, limit);
    return { records, more: rest.length > limit };
  };

  const accountList: ListEndpoint<AccountFilter> = {
    name: 'accounts',
    path: '/v2/accounts',
    resource: account,
    filters: ['state'],
    filter: async ({ query }) => chosen(query, 'state', ['active', 'closed']),
    list: async (request, query) => page(request, query),
    count: async (request, query) => listed(request, query).length,
    idOf: (record) => (record as AccountRecord).id,
  };

  return {
    endpoints: [
      {
        name: 'create_account',
        method: 'POST',
        path: '/v2/accounts',
        body: creating,
        handle: async (request) => created(account, write(request, creating, {})),
      },
      { name: 'account', method: 'GET', path: PATH, handle: async (request) => shown(account, need(request)) },
      {
        name: 'update_account',
        method: 'PUT',
        path: PATH,
        body: changing,
        handle: async (request) => shown(account, write(request, changing, need(request))),
      },
      {
        name: 'close_account',
        method: 'DELETE',
        path: PATH,
        async handle(request) {
          const record = need(request);
          accounts.set(name(request, record.account_code), { ...record, state: 'closed' });
          return nothing;
        },
      },
      {
        name: 'reopen_account',
        method: 'PUT',
        path: `${PATH}/reopen`,
        async handle(request) {
          const record: AccountRecord = { ...need(request), state: 'active' };
          accounts.set(name(request, record.account_code), record);
          return shown(account, record);
        },
      },
    ],
    lists: [
      accountList,
      { ...accountList, name: 'child_accounts', path: `${PATH}/child_accounts`, since: '2.19' },
    ] as ListEndpoint[],
  };
};

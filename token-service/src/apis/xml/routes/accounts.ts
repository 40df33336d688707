import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { WriteAccount, WrittenAccount } from '@service/billing/engine/accounts/write-account.ts';
import type { PaymentDeps } from '@service/billing/engine/intents/open-intent.ts';
import type { AccountFilter } from '@service/billing/ports/accounts.ts';
import { accountBalance, findAccount, listAccounts } from '@service/billing/queries/accounts/accounts.ts';
import { account } from '@service/billing/resources/account.ts';
import { accountBalance as balanceTable } from '@service/billing/resources/account-balance.ts';
import { closeAccount } from '@service/billing/usecases/accounts/close-account.ts';
import { createAccount } from '@service/billing/usecases/accounts/create-account.ts';
import { reopenAccount } from '@service/billing/usecases/accounts/reopen-account.ts';
import { updateAccount } from '@service/billing/usecases/accounts/update-account.ts';
import { offerBillingInfo } from '@service/billing/usecases/billing-info/offer-billing-info.ts';
import { declinedAnswer } from '../declined.ts';
import type { ApiRequest, Endpoint, EndpointAnswer, ListEndpoint, RequestBody } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { ACCOUNT_FILTERS, accountFilter } from './account-filters.ts';
import { created, nothing, shown } from './answers.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

const PATH = '/v2/accounts/:account_code';
const creating = toCreate(account);
const changing = toUpdate(account);

/** The customers of a site. */
export const accountRoutes = (deps: PaymentDeps): Endpoint[] => {
  const find = findAccount(deps);
  const create = createAccount(deps);
  const update = updateAccount(deps);
  const close = closeAccount(deps);
  const reopen = reopenAccount(deps);
  const balance = accountBalance(deps);
  const code = ({ params }: ApiRequest): string => params.account_code ?? '';

  /** Card numbers in the body go to the vault first, and are released in any case. */
  const writing = async (
    request: ApiRequest,
    body: RequestBody<typeof account>,
    write: (sent: WriteAccount) => Promise<WrittenAccount>,
  ): Promise<EndpointAnswer> => {
    const { value, issues } = submitted(request, body);
    const { billing_info: sent, ...input } = value;
    const { transaction_type } = input;
    const billing_info = sent && transaction_type ? { transaction_type, ...sent } : sent;
    const offering =
      billing_info &&
      offerBillingInfo(deps.vault, request.caller.site, 'account.billing_info', { value: billing_info, issues });
    try {
      const written = await write({ input, offered: offering?.offered, issues: offering?.issues ?? issues });
      if (written.outcome === 'declined') return declinedAnswer(written, request.words);
      return body.mode === 'create' ? created(account, written.account) : shown(account, written.account);
    } finally {
      await offering?.offered.presented?.release();
    }
  };

  return [
    {
      name: 'create_account',
      method: 'POST',
      path: '/v2/accounts',
      body: creating,
      handle: (request) => writing(request, creating, (sent) => create(request.caller, sent)),
    },
    {
      name: 'account',
      method: 'GET',
      path: PATH,
      handle: async (request) => shown(account, await find(request.caller, code(request))),
    },
    {
      name: 'update_account',
      method: 'PUT',
      path: PATH,
      body: changing,
      handle: (request) => writing(request, changing, (sent) => update(request.caller, code(request), sent)),
    },
    {
      name: 'close_account',
      method: 'DELETE',
      path: PATH,
      async handle(request) {
        await close(request.caller, code(request));
        return nothing;
      },
    },
    {
      name: 'reopen_account',
      method: 'PUT',
      path: `${PATH}/reopen`,
      handle: async (request) => shown(account, await reopen(request.caller, code(request))),
    },
    {
      name: 'account_balance',
      method: 'GET',
      path: `${PATH}/balance`,
      handle: async (request) =>
        shown(balanceTable, { ...(await balance(request.caller, code(request))), account_code: code(request) }),
    },
  ];
};

export const accountLists = (deps: Pick<PaymentDeps, 'storage'>): ListEndpoint<AccountFilter>[] => {
  const find = findAccount(deps);
  const listing: Pick<ListEndpoint<AccountFilter>, 'resource' | 'list' | 'count' | 'idOf'> = {
    resource: account,
    ...listed(listAccounts(deps)),
    idOf: (record) => (record as AccountRecord).id,
  };
  return [
    {
      ...listing,
      name: 'accounts',
      path: '/v2/accounts',
      filters: ACCOUNT_FILTERS,
      filter: async ({ query }) => accountFilter(query),
    },
    {
      ...listing,
      name: 'child_accounts',
      path: `${PATH}/child_accounts`,
      since: '2.19',
      async filter({ caller, params }) {
        const parent = await find(caller, params.account_code ?? '');
        return { parent_id: parent.id };
      },
    },
  ];
};

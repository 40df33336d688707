import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findAcquisition } from '@service/billing/queries/accounts/accounts.ts';
import { accountAcquisition } from '@service/billing/resources/account-acquisition.ts';
import { removeAcquisition } from '@service/billing/usecases/acquisition/remove-acquisition.ts';
import { writeAcquisition } from '@service/billing/usecases/acquisition/write-acquisition.ts';
import type { ApiRequest, Endpoint, EndpointAnswer } from '../endpoint.ts';
import { created, nothing, shown } from './answers.ts';
import { submitted, toUpdate } from './submission.ts';

const SINCE = '2.4';
const PATH = '/v2/accounts/:account_code/acquisition';
const body = toUpdate(accountAcquisition);

/** Acquisition data of accounts. */
export const acquisitionRoutes = (deps: { readonly storage: Storage; readonly world: World }): Endpoint[] => {
  const find = findAcquisition(deps);
  const write = writeAcquisition(deps);
  const remove = removeAcquisition(deps);
  const code = ({ params }: ApiRequest): string => params.account_code ?? '';

  const handle = async (request: ApiRequest): Promise<EndpointAnswer> => {
    const sent = submitted(request, body);
    const { created: isNew, acquisition } = await write(request.caller, code(request), sent);
    const record = { ...acquisition, account_code: code(request) };
    return isNew ? created(accountAcquisition, record) : shown(accountAcquisition, record);
  };

  return [
    {
      name: 'account_acquisition',
      method: 'GET',
      path: PATH,
      since: SINCE,
      handle: async (request) =>
        shown(accountAcquisition, { ...(await find(request.caller, code(request))), account_code: code(request) }),
    },
    { name: 'create_account_acquisition', method: 'POST', path: PATH, since: SINCE, body, handle },
    { name: 'update_account_acquisition', method: 'PUT', path: PATH, since: SINCE, body, handle },
    {
      name: 'delete_account_acquisition',
      method: 'DELETE',
      path: PATH,
      since: SINCE,
      async handle(request) {
        await remove(request.caller, code(request));
        return nothing;
      },
    },
  ];
};

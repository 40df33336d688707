import type { PaymentDeps } from '@service/billing/engine/intents/open-intent.ts';
import type { Endpoint } from '../endpoint.ts';
import { storing as body, methodHandlers, verifying } from './payment-methods.ts';

const PATH = '/v2/accounts/:account_code/billing_info';

/** The billing info of accounts: their primary payment method. */
export const billingInfoRoutes = (deps: PaymentDeps): Endpoint[] => {
  const { show, store, remove, verify, verifyCode } = methodHandlers(deps, false);
  return [
    { name: 'billing_info', method: 'GET', path: PATH, handle: show },
    {
      name: 'create_billing_info',
      method: 'POST',
      path: PATH,
      body,
      handle: (request) => store(request, { alwaysCreated: true }),
    },
    { name: 'update_billing_info', method: 'PUT', path: PATH, body, handle: (request) => store(request, {}) },
    { name: 'delete_billing_info', method: 'DELETE', path: PATH, handle: remove },
    { name: 'verify_billing_info', method: 'POST', path: `${PATH}/verify`, body: verifying, handle: verify },
    { name: 'verify_cvv', method: 'POST', path: `${PATH}/verify_cvv`, since: '2.9', body, handle: verifyCode },
  ];
};

import type { PaymentDeps } from '@service/billing/engine/intents/open-intent.ts';
import { findBillingInfo } from '@service/billing/queries/billing-info.ts';
import { findTransaction } from '@service/billing/queries/transactions.ts';
import { billingInfo } from '@service/billing/resources/billing-info.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import { verify } from '@service/billing/resources/verify.ts';
import { offerBillingInfo } from '@service/billing/usecases/billing-info/offer-billing-info.ts';
import { removeBillingInfo } from '@service/billing/usecases/billing-info/remove-billing-info.ts';
import { storeBillingInfo } from '@service/billing/usecases/billing-info/store-billing-info.ts';
import { verifyBillingInfo } from '@service/billing/usecases/billing-info/verify-billing-info.ts';
import { verifySecurityCode } from '@service/billing/usecases/billing-info/verify-security-code.ts';
import { transactionView } from '../../../documents/xml/views/transaction.ts';
import type { ApiRequest, Endpoint, EndpointAnswer } from '../endpoint.ts';
import { created, nothing, shown } from './answers.ts';
import { declinedAnswer } from './declined.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

const PATH = '/v2/accounts/:account_code/billing_info';
const body = toUpdate(billingInfo);
const verifying = { ...toCreate(verify), optional: true };

/** Billing info of accounts. */
export const billingInfoRoutes = (deps: PaymentDeps): Endpoint[] => {
  const find = findBillingInfo(deps);
  const store = storeBillingInfo(deps);
  const remove = removeBillingInfo(deps);
  const verifyStored = verifyBillingInfo(deps);
  const transactionOf = findTransaction(deps);
  const verifyCode = verifySecurityCode(deps);
  const code = ({ params }: ApiRequest): string => params.account_code ?? '';

  const put = async (request: ApiRequest, alwaysCreated: boolean): Promise<EndpointAnswer> => {
    const account_code = code(request);
    const sent = submitted(request, body);
    const { offered, issues } = offerBillingInfo(deps.vault, request.caller.site, 'billing_info', sent);
    try {
      const stored = await store(request.caller, { account_code, offered, issues });
      if (stored.outcome === 'declined') return declinedAnswer(stored, request.words);
      const record = { ...stored.billingInfo, account_code };
      return stored.created || alwaysCreated ? created(billingInfo, record) : shown(billingInfo, record);
    } finally {
      await offered.presented?.release();
    }
  };

  return [
    {
      name: 'billing_info',
      method: 'GET',
      path: PATH,
      handle: async (request) =>
        shown(billingInfo, { ...(await find(request.caller, code(request))), account_code: code(request) }),
    },
    { name: 'create_billing_info', method: 'POST', path: PATH, body, handle: (request) => put(request, true) },
    { name: 'update_billing_info', method: 'PUT', path: PATH, body, handle: (request) => put(request, false) },
    {
      name: 'delete_billing_info',
      method: 'DELETE',
      path: PATH,
      async handle(request) {
        await remove(request.caller, code(request));
        return nothing;
      },
    },
    {
      name: 'verify_billing_info',
      method: 'POST',
      path: `${PATH}/verify`,
      body: verifying,
      async handle(request) {
        const { caller, words } = request;
        const verified = await verifyStored(caller, code(request), submitted(request, verifying));
        if (verified.outcome === 'declined') return declinedAnswer(verified, words);
        return shown(transaction, transactionView(await transactionOf(caller, verified.transaction), words));
      },
    },
    {
      name: 'verify_cvv',
      method: 'POST',
      path: `${PATH}/verify_cvv`,
      since: '2.9',
      body,
      async handle(request) {
        const account_code = code(request);
        const { value, issues } = submitted(request, body);
        const verified = await verifyCode(request.caller, { account_code, code: value.verification_value, issues });
        if (verified.outcome === 'declined') return declinedAnswer(verified, request.words);
        return shown(billingInfo, { ...verified.billingInfo, account_code });
      },
    },
  ];
};

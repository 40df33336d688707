import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { gatewayTokenIn } from '@service/billing/domain/billing-info/vaulted-method.ts';
import type { PaymentDeps } from '@service/billing/engine/intents/open-intent.ts';
import { findBillingInfo, type NamedMethod } from '@service/billing/queries/accounts/billing-info.ts';
import { findTransaction } from '@service/billing/queries/payments/transactions.ts';
import { billingInfo } from '@service/billing/resources/billing-info.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import { verify } from '@service/billing/resources/verify.ts';
import { offerBillingInfo } from '@service/billing/usecases/billing-info/offer-billing-info.ts';
import { removeBillingInfo } from '@service/billing/usecases/billing-info/remove-billing-info.ts';
import { type StoreBillingInfo, storeBillingInfo } from '@service/billing/usecases/billing-info/store-billing-info.ts';
import { verifyBillingInfo } from '@service/billing/usecases/billing-info/verify-billing-info.ts';
import { verifySecurityCode } from '@service/billing/usecases/billing-info/verify-security-code.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { transactionView } from '../../../documents/xml/views/transaction.ts';
import { declinedAnswer } from '../declined.ts';
import type { ApiRequest, EndpointAnswer } from '../endpoint.ts';
import { created, nothing, shown } from './answers.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

export const storing = toUpdate(billingInfo);
export const verifying = { ...toCreate(verify), optional: true };

/** Returns the payment method that the path of a request names: without a uuid, the account's primary. */
export const namedMethod = ({
  params: { account_code = '', billing_info_uuid: uuid },
}: Pick<ApiRequest, 'params'>): NamedMethod => ({
  account_code,
  ...(uuid === undefined ? {} : { uuid }),
});

/** Returns a payment method as the singular endpoint shows it, or with its own address in the wallet. */
export const methodView = (record: BillingInfoRecord, request: ApiRequest, wallet: boolean) => ({
  ...record,
  account_code: namedMethod(request).account_code,
  gateway_token: new Secret(gatewayTokenIn(record.reference)),
  last_two: record.last_four?.slice(-2) ?? null,
  wallet,
});

interface StoreOptions extends Pick<StoreBillingInfo, 'target'> {
  readonly alwaysCreated?: boolean;
}

/** Returns what the singular endpoints of billing info and those of the wallet have in common. */
export const methodHandlers = (deps: PaymentDeps, wallet: boolean) => {
  const find = findBillingInfo(deps);
  const store = storeBillingInfo(deps);
  const remove = removeBillingInfo(deps);
  const verifyStored = verifyBillingInfo(deps);
  const transactionOf = findTransaction(deps);
  const verifyCode = verifySecurityCode(deps);

  return {
    async show(request: ApiRequest): Promise<EndpointAnswer> {
      return shown(billingInfo, methodView(await find(request.caller, namedMethod(request)), request, wallet));
    },
    async store(request: ApiRequest, { target, alwaysCreated = false }: StoreOptions): Promise<EndpointAnswer> {
      const { account_code } = namedMethod(request);
      const sent = submitted(request, storing);
      const { offered, issues } = offerBillingInfo(deps.vault, request.caller.site, 'billing_info', sent);
      try {
        const stored = await store(request.caller, { account_code, ...(target ? { target } : {}), offered, issues });
        if (stored.outcome === 'declined') return declinedAnswer(stored, request.words);
        const record = methodView(stored.billingInfo, request, wallet);
        return stored.created || alwaysCreated ? created(billingInfo, record) : shown(billingInfo, record);
      } finally {
        await offered.presented?.release();
      }
    },
    async remove(request: ApiRequest): Promise<EndpointAnswer> {
      await remove(request.caller, namedMethod(request));
      return nothing;
    },
    async verify(request: ApiRequest): Promise<EndpointAnswer> {
      const { caller, words } = request;
      const verified = await verifyStored(caller, namedMethod(request), submitted(request, verifying));
      if (verified.outcome === 'declined') return declinedAnswer(verified, words);
      return shown(transaction, transactionView(await transactionOf(caller, verified.transaction), words));
    },
    async verifyCode(request: ApiRequest): Promise<EndpointAnswer> {
      const { value, issues } = submitted(request, storing);
      const named = namedMethod(request);
      const verified = await verifyCode(request.caller, { ...named, code: value.verification_value, issues });
      if (verified.outcome === 'declined') return declinedAnswer(verified, request.words);
      return shown(billingInfo, methodView(verified.billingInfo, request, wallet));
    },
  };
};

import type { GatewayResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { VerifyRequest } from '@service/billing/ports/gateway.ts';
import { stripeCodeChecks } from './code-checks.ts';
import { metadataOf } from './metadata.ts';
import { BY_MAIL_OR_TELEPHONE, isDebit, MANDATE, offeredMethod, typeOf, WITHOUT_MICRODEPOSITS } from './methods.ts';
import { operationKey, recordOperation, type StripeParts, stepKey, WITH_METHOD } from './parts.ts';
import { isSetup } from './references.ts';
import { declinedBy, refusedBy } from './refused.ts';
import { type Known, setupResult, stripeDecline, unknownOutcome } from './results.ts';
import type { Send } from './send.ts';

const MISMATCH = 'three_d_secure_action_result_token_mismatch';

/** A verification is known at once. */
const immediate = (result: Known | undefined): GatewayResult =>
  result && result.outcome !== 'pending' ? result : unknownOutcome(0);

/**
 * Verifies a method with a SetupIntent, which has the bank check the card without an amount and prepares it for
 * payments without the customer.
 */
export const stripeVerifications = (parts: StripeParts) => {
  const { stripe, operations } = parts;
  const checkCode = stripeCodeChecks(parts);

  const retrieve = (send: Send, id: string) =>
    send((options) => stripe.setupIntents.retrieve(id, WITH_METHOD, options));

  const confirm = async (send: Send, request: VerifyRequest, id: string): Promise<GatewayResult> => {
    const { return_url, method } = request;
    const type = typeOf(request);
    const isPresented = 'presented' in method;
    const params = {
      ...WITH_METHOD,
      ...(return_url === null ? {} : { return_url }),
      ...(isPresented && isDebit(type) ? MANDATE : {}),
      ...(isPresented && type === 'us_bank_account' ? WITHOUT_MICRODEPOSITS : {}),
      ...(isPresented && type === 'card' && request.initiator === 'merchant' ? BY_MAIL_OR_TELEPHONE : {}),
    };
    const confirmed = await send(
      (options) => stripe.setupIntents.confirm(id, params, options),
      stepKey(request, 'confirm'),
    );
    if ('value' in confirmed) return immediate(setupResult(confirmed.value));
    if (confirmed.problem.kind !== 'refused') return refusedBy(confirmed.problem, 0);
    const refused = await retrieve(send, id);
    const result = 'value' in refused ? setupResult(refused.value) : undefined;
    return result ? immediate(result) : { ...declinedBy(confirmed.problem, 0), reference: id };
  };

  const again = async (send: Send, request: VerifyRequest, id: string): Promise<GatewayResult> => {
    const found = await retrieve(send, id);
    if ('problem' in found) return unknownOutcome(0);
    return found.value.status === 'requires_confirmation'
      ? confirm(send, request, id)
      : immediate(setupResult(found.value));
  };

  /** Stripe completes a SetupIntent by itself when the customer confirms it. */
  const complete = async (send: Send, request: VerifyRequest, id: string): Promise<GatewayResult> => {
    const { site, method } = request;
    if (!isSetup(id)) return stripeDecline(MISMATCH);
    const found = await retrieve(send, id);
    if ('problem' in found)
      return found.problem.status === 404 ? stripeDecline(MISMATCH) : declinedBy(found.problem, 0);
    const result = setupResult(found.value);
    if (!result) return stripeDecline('three_d_secure_authentication');
    const isSame =
      found.value.metadata?.service_site === site.id &&
      (result.outcome === 'declined' || ('reference' in method && result.method_reference === method.reference));
    if (!isSame) return stripeDecline(MISMATCH);
    if (result.outcome === 'succeeded') await operations.assign(operationKey(request), id);
    return immediate(result);
  };

  return {
    async verify(request: VerifyRequest): Promise<GatewayResult> {
      const { method: requested } = request;
      if ('reference' in requested && requested.verification_value) {
        return checkCode(request, requested.reference, requested.verification_value);
      }
      const operation = await recordOperation(operations, 'verify', request, `verify ${request.currency}`);
      if (!operation) return stripeDecline('api_error');
      const send = parts.begin();
      if (operation.object !== null) return again(send, request, operation.object);
      if (request.confirmed_action !== null) return complete(send, request, request.confirmed_action);
      const method = await offeredMethod(parts, send, request);
      if (!method) return stripeDecline('gateway_token_not_found');
      if ('problem' in method) {
        return { ...declinedBy(method.problem, 0), ...(method.unreached ? { unreached: true } : {}) };
      }
      const { customer, payment_method, type } = method.stored;
      const params = {
        customer,
        payment_method,
        allowed_payment_method_types: [type],
        usage: 'off_session' as const,
        metadata: metadataOf('verify', request),
        ...WITH_METHOD,
      };
      const created = await send((options) => stripe.setupIntents.create(params, options), stepKey(request, 'create'));
      if ('problem' in created) return declinedBy(created.problem, 0);
      const id = await operations.assign(operationKey(request), created.value.id);
      return id === undefined ? stripeDecline('gateway_timeout') : confirm(send, request, id);
    },
  };
};

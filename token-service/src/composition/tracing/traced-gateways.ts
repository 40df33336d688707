import type { Gateways } from '@service/billing/ports/gateway.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Spans } from './spans.ts';

interface Asked {
  readonly site: Site;
  readonly gateway_code: string;
  readonly correlation: string;
}

/** Returns the same gateways, with a span for each call. An adapter sends its `traceparent`. */
export const tracedGateways = (spans: Spans, gateways: Gateways): Gateways => {
  const traced =
    <R extends Asked, A extends object>(operation: string, call: (request: R) => Promise<A>) =>
    (request: R): Promise<A> => {
      const attributes = {
        'billing.site': request.site.subdomain,
        'billing.gateway': request.gateway_code,
        'billing.correlation_id': request.correlation,
      };
      return spans.within(`gateway ${operation}`, { role: 'client', attributes }, async (span) => {
        const answer = await call(request);
        if ('outcome' in answer) span.set({ 'billing.outcome': String(answer.outcome) });
        if ('error_code' in answer) span.set({ 'error.type': String(answer.error_code) });
        if ('outcome' in answer && answer.outcome === 'unknown') span.fail();
        return answer;
      });
    };
  return {
    ...gateways,
    verify: traced('verify', gateways.verify),
    authorize: traced('authorize', gateways.authorize),
    purchase: traced('purchase', gateways.purchase),
    capture: traced('capture', gateways.capture),
    void: traced('void', gateways.void),
    refund: traced('refund', gateways.refund),
    challenge: traced('challenge', gateways.challenge),
    lookup: traced('lookup', gateways.lookup),
    list: traced('list', gateways.list),
    listPayouts: traced('list_payouts', gateways.listPayouts),
    listPayoutLines: traced('list_payout_lines', gateways.listPayoutLines),
    findMethod: traced('find_method', gateways.findMethod),
    submitEvidence: traced('submit_evidence', gateways.submitEvidence),
    acceptDispute: traced('accept_dispute', gateways.acceptDispute),
  };
};

import type { Refused } from '@service/billing/payments/gateway-result.ts';
import type { Gateways } from '@service/billing/ports/gateway.ts';
import { PAYMENT_METHODS } from '@service/billing/resources/billing-info.ts';
import type { Gateway } from './gateway.ts';

/** The answer where the gateway a record names is not configured any more. */
const absent = (gateway_type: string): Refused => ({
  outcome: 'declined',
  error_code: 'no_gateway',
  gateway_error_code: null,
  reference: null,
  message: null,
  cvv: null,
  avs: null,
  avs_street: null,
  avs_postal: null,
  amount_in_cents: 0,
  gateway_type,
  test: false,
});

/** The gateways of this deployment, the most wanted first (reference "payments", section 1, "Selection"). */
export const openGateways = (all: readonly Gateway[]): Gateways => {
  const named = (code: string): Gateway | undefined => all.find((gateway) => gateway.code === code);

  return {
    knows: (site, gateway_code) => PAYMENT_METHODS.some((type) => named(gateway_code)?.serves(site, type)),
    choose(site, { gateway_code, currency, type }) {
      const able = all.filter((gateway) => gateway.serves(site, type) && gateway.currencies(type).size > 0);
      if (gateway_code) return able.find(({ code }) => code === gateway_code)?.code;
      return (able.find((gateway) => gateway.currencies(type).has(currency)) ?? able[0])?.code;
    },
    verify: async (request) => named(request.gateway_code)?.verify(request) ?? absent(request.gateway_code),
    verifyCode: async (request) => named(request.gateway_code)?.verifyCode(request) ?? absent(request.gateway_code),
    charge: async (request) => named(request.gateway_code)?.charge(request) ?? absent(request.gateway_code),
    capture: async (request) => named(request.gateway_code)?.capture(request) ?? absent(request.gateway_code),
    void: async (request) => named(request.gateway_code)?.void(request) ?? absent(request.gateway_code),
    refund: async (request) => named(request.gateway_code)?.refund(request) ?? absent(request.gateway_code),
    // Of a gateway that is gone nothing more is heard: the payment stays where it was.
    settlement: async (request) => named(request.gateway_code)?.settlement(request) ?? 'processing',
    reverse: async (request) => named(request.gateway_code)?.reverse(request),
  };
};

import type { DeclinedByGateway } from '@service/billing/domain/payments/gateway-result.ts';
import type { GatewayChoice, Gateways, VerifyRequest, WithoutAddress } from '@service/billing/ports/gateway.ts';
import { PAYMENT_METHODS } from '@service/billing/resources/billing-info.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { declinedByGateway } from './declined.ts';
import type { Gateway } from './gateway.ts';

/** The address at the browser origin to which a bank's page returns the customer's browser. */
export const RETURN_PATH = '/js/v1/three_d_secure/return';

/** A gateway of a site. */
export interface SiteGateway {
  /** The value of `gateway_code`. */
  readonly code: string;
  /** An inactive gateway takes no new payments; earlier ones can still be captured, voided, refunded and looked up. */
  readonly active: boolean;
  /** Card brands; null: all that the gateway accepts. */
  readonly brands: readonly string[] | null;
  /** ISO 3166-1 alpha-2 codes of billing addresses; null: all. */
  readonly countries: readonly string[] | null;
  readonly gateway: Gateway;
}

/** The gateways of a site, in the order in which they are preferred. */
export type GatewaysOfSite = (site: Site) => Promise<readonly SiteGateway[]>;

const accepts = (listed: readonly string[] | null, value: string | null): boolean =>
  listed === null || value === null || listed.includes(value);

/**
 * Implements the port over the gateways that each site has. `browserOrigin`: returns the address of the browser origin,
 * to which a bank's page returns the customer; without it, no customer can confirm a payment.
 */
export const openGateways = (of: GatewaysOfSite, browserOrigin?: () => string): Gateways => {
  const named = async (site: Site, code: string): Promise<SiteGateway | undefined> =>
    (await of(site)).find((each) => each.code === code);

  /** Calls the gateway with this code; declines without a call if the site no longer has it. */
  const call = async <R>(
    { site, gateway_code }: Pick<VerifyRequest, 'site' | 'gateway_code'>,
    operation: (gateway: Gateway) => Promise<R>,
    objection: (found: SiteGateway) => string | undefined = () => undefined,
  ): Promise<R | DeclinedByGateway> => {
    const found = await named(site, gateway_code);
    const error_code = found ? objection(found) : 'no_gateway';
    return found && !error_code
      ? operation(found.gateway)
      : declinedByGateway(gateway_code, error_code ?? 'no_gateway');
  };

  const needed = async ({ site, gateway_code }: Pick<VerifyRequest, 'site' | 'gateway_code'>): Promise<Gateway> => {
    const found = await named(site, gateway_code);
    if (found) return found.gateway;
    throw new Error(
      `The site ${site.subdomain} no longer has the gateway ${gateway_code}, so nothing can be looked up there. ` +
        'Add it again with npm run gateway, then retry.',
    );
  };

  const addressed = <R extends WithoutAddress<VerifyRequest>>(request: R) => ({
    ...request,
    return_url: browserOrigin && request.initiator === 'customer' ? `${browserOrigin()}${RETURN_PATH}` : null,
  });

  return {
    async codes(site) {
      return (await of(site)).map(({ code }) => code);
    },
    async knows(site, gateway_code) {
      const found = await named(site, gateway_code);
      return found?.active === true && PAYMENT_METHODS.some((type) => found.gateway.serves(site, type));
    },
    async choose(site, { gateway_code, currency, type, card_type, country, except }: GatewayChoice) {
      const able = (await of(site)).filter(
        ({ code, active, gateway }) =>
          active && !except?.includes(code) && gateway.serves(site, type) && gateway.currencies(type).size > 0,
      );
      if (gateway_code) return able.find(({ code }) => code === gateway_code)?.code;
      const inCurrency = able.filter(({ gateway }) => gateway.currencies(type).has(currency));
      const best = inCurrency.find(
        ({ brands, countries }) => accepts(brands, card_type) && accepts(countries, country),
      );
      return (best ?? (except ? undefined : (inCurrency[0] ?? able[0])))?.code;
    },
    verify: (request) => call(request, (gateway) => gateway.verify(addressed(request)), objectionTo(request)),
    authorize: (request) => call(request, (gateway) => gateway.authorize(addressed(request)), objectionTo(request)),
    purchase: (request) => call(request, (gateway) => gateway.purchase(addressed(request)), objectionTo(request)),
    capture: (request) => call(request, (gateway) => gateway.capture(request)),
    void: (request) => call(request, (gateway) => gateway.void(request)),
    refund: (request) => call(request, (gateway) => gateway.refund(request)),
    async challenge(request) {
      const found = await named(request.site, request.gateway_code);
      return found ? found.gateway.challenge(request) : { state: 'unknown' };
    },
    lookup: async (request) => (await needed(request)).lookup(request),
    list: async (request) => (await needed(request)).list(request),
    listPayouts: async (request) =>
      (await (await needed(request)).listPayouts?.(request)) ?? { outcome: 'unsupported' },
    listPayoutLines: async (request) =>
      (await (await needed(request)).listPayoutLines?.(request)) ?? { outcome: 'unsupported' },
    async findMethod(request) {
      const found = await named(request.site, request.gateway_code);
      return found ? found.gateway.findMethod(request) : { outcome: 'unknown', error_code: 'no_gateway' };
    },
    async submitEvidence(request) {
      const found = await named(request.site, request.gateway_code);
      return (await found?.gateway.submitEvidence?.(request)) ?? { outcome: 'unsupported' };
    },
    async acceptDispute(request) {
      const found = await named(request.site, request.gateway_code);
      return (await found?.gateway.acceptDispute?.(request)) ?? { outcome: 'unsupported' };
    },
    parseNotification: async (request) =>
      (await named(request.site, request.gateway_code))?.gateway.parseNotification(request),
  };
};

/** Returns why an account does not accept a presented card. A stored card was accepted when it was stored. */
const objectionTo =
  ({ method, billing_address }: Pick<VerifyRequest, 'method' | 'billing_address'>) =>
  ({ brands, countries }: SiteGateway): string | undefined => {
    if (!('presented' in method)) return undefined;
    const { description } = method.presented;
    if (description.type === 'credit_card' && !accepts(brands, description.card_type)) return 'card_type_not_accepted';
    return accepts(countries, billing_address.country) ? undefined : 'payment_not_accepted';
  };

/** Gateways by code that accept every brand and country, in the order given. */
export const sharedGateways = (gateways: Readonly<Record<string, Gateway>>): readonly SiteGateway[] =>
  Object.entries(gateways).map(([code, gateway]) => ({
    active: true,
    brands: null,
    countries: null,
    code,
    gateway,
  }));

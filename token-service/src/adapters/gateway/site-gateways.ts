import type { GatewayAccount } from '@service/billing/domain/gateway-accounts/account.ts';
import type { CredentialCipher, GatewayAccountRecords } from '@service/billing/ports/gateway-accounts.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { declinedByGateway } from './declined.ts';
import type { Gateway, GatewayAdapter } from './gateway.ts';
import type { GatewaysOfSite, SiteGateway } from './gateways.ts';

export interface SiteGatewayDeps {
  /** The gateway accounts of a site. */
  readonly accountsOf: (siteId: string) => Pick<GatewayAccountRecords, 'all'>;
  /** Adapters by name. */
  readonly adapters: Readonly<Record<string, GatewayAdapter>>;
  readonly cipher: Pick<CredentialCipher, 'open'>;
  /** Gateways of sites without an account. */
  readonly shared: readonly SiteGateway[];
  readonly log: { error(data: object, message: string): void };
}

/**
 * Returns the gateways of a site: its accounts, opened once and again after each change of them. A site without any has
 * the shared ones. Once a sandbox site has accounts, the shared ones take no new payments there, and still complete
 * those they took.
 */
export const siteGateways = (deps: SiteGatewayDeps): GatewaysOfSite => {
  const known = new Map<string, { readonly version: number; readonly gateways: Promise<readonly SiteGateway[]> }>();

  const load = async (site: Site): Promise<readonly SiteGateway[]> => {
    const accounts = await deps.accountsOf(site.id).all();
    if (accounts.length === 0) return deps.shared;
    const own = accounts.map((account) => open(deps, site, account));
    if (site.mode !== 'sandbox') return own;
    const others = deps.shared.filter(({ code }) => accounts.every((account) => account.code !== code));
    return [...own, ...others.map((shared) => ({ ...shared, active: false }))];
  };

  return (site) => {
    const before = known.get(site.id);
    if (before && before.version >= site.gateways_version) return before.gateways;
    const entry = { version: site.gateways_version, gateways: load(site) };
    known.set(site.id, entry);
    // The next request reads again.
    entry.gateways.catch(() => {
      if (known.get(site.id) === entry) known.delete(site.id);
    });
    return entry.gateways;
  };
};

const open = ({ adapters, cipher, log }: SiteGatewayDeps, site: Site, account: GatewayAccount): SiteGateway => {
  const { code, active, brands, countries, currencies, endpoint } = account;
  const adapter = Object.hasOwn(adapters, account.adapter) ? adapters[account.adapter] : undefined;
  const opened = cipher.open({ site_id: site.id, code }, account.sealed_credentials);
  if (!adapter || !opened) {
    const reason = adapter ? 'its credentials cannot be decrypted' : `there is no adapter ${account.adapter}`;
    log.error({ site: site.subdomain, gateway: code, reason }, 'a gateway account cannot be opened');
    return { code, active, brands, countries, gateway: unusable(site, code, reason) };
  }
  const gateway = adapter.open({ credentials: opened.credentials, currencies, endpoint });
  return { code, active, brands, countries, gateway };
};

/** The gateway of an account that cannot be opened. It is never chosen, and declines what names it. */
const unusable = (site: Site, code: string, reason: string): Gateway => {
  const fail = async () => {
    throw new Error(
      `Gateway account ${code} of ${site.subdomain} cannot be used: ${reason}. ` +
        'Enter its credentials again with npm run gateway -- change, then retry.',
    );
  };
  const decline = async () => declinedByGateway(code, 'invalid_gateway_configuration');
  const refuseAnswer = async () => ({
    outcome: 'refused' as const,
    message: `The gateway account ${code} cannot be used: ${reason}.`,
  });
  return {
    serves: () => true,
    currencies: () => new Set(),
    verify: decline,
    authorize: decline,
    purchase: decline,
    capture: decline,
    void: decline,
    refund: decline,
    challenge: async () => ({ state: 'unknown' }),
    lookup: fail,
    list: fail,
    listPayouts: fail,
    listPayoutLines: fail,
    findMethod: async () => ({ outcome: 'unknown', error_code: 'invalid_gateway_configuration' }),
    submitEvidence: refuseAnswer,
    acceptDispute: refuseAnswer,
    parseNotification: async () => ({ outcome: 'forged' }),
  };
};

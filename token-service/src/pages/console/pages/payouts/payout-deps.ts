import type { World } from '@service/billing/ports/world.ts';
import type { GatewayPagesDeps } from '../site/gateways/gateway-deps.ts';

export interface PayoutPagesDeps extends Pick<GatewayPagesDeps, 'storage' | 'gatewayParts'> {
  readonly world: World;
}

/** The page that forms about payouts go back to. */
export const PAYOUTS = { href: '/payouts', label: 'Payouts' };

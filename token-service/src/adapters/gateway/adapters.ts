import type { AdapterDirectory } from '@service/billing/ports/gateway-accounts.ts';
import type { GatewayAdapter } from './gateway.ts';
import { STRIPE_ADAPTER, type StripeDeps, stripeAdapter } from './stripe/stripe-adapter.ts';
import { TEST_ADAPTER, type TestGatewayDeps, testAdapter } from './test/test-gateway.ts';

/** Every adapter by name, as the command line knows it: without a vault to read cards from. */
export const ADAPTERS = { stripe: STRIPE_ADAPTER, test: TEST_ADAPTER } satisfies AdapterDirectory;

export interface AdapterDeps {
  readonly test: TestGatewayDeps;
  readonly stripe: StripeDeps;
}

/** Returns every adapter by name, ready to open accounts. */
export const openAdapters = ({
  test,
  stripe,
}: AdapterDeps): Readonly<Record<keyof typeof ADAPTERS, GatewayAdapter>> => ({
  stripe: stripeAdapter(stripe),
  test: testAdapter(test),
});

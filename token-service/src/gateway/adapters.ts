import type { AdapterDirectory } from '@service/billing/ports/gateway-accounts.ts';
import type { GatewayAdapter } from './gateway.ts';
import { TEST_ADAPTER, type TestGatewayDeps, testAdapter } from './test-gateway.ts';

/** Every adapter by name, as the command line knows it: without a vault to read cards from. */
export const ADAPTERS = { test: TEST_ADAPTER } satisfies AdapterDirectory;

/** Returns every adapter by name, ready to open accounts. */
export const openAdapters = (test: TestGatewayDeps): Readonly<Record<keyof typeof ADAPTERS, GatewayAdapter>> => ({
  test: testAdapter(test),
});

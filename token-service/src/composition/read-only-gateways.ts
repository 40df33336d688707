import type { Gateways } from '@service/billing/ports/gateway.ts';
import { Failure } from '@service/billing/values/failure.ts';

const refuse = async (): Promise<never> => {
  throw new Failure('read_only');
};

/** Returns gateways that are known by name and never called. */
export const readOnlyGateways = ({ codes, knows, choose, parseNotification }: Gateways): Gateways => ({
  codes,
  knows,
  choose,
  parseNotification,
  verify: refuse,
  authorize: refuse,
  purchase: refuse,
  capture: refuse,
  void: refuse,
  refund: refuse,
  challenge: refuse,
  lookup: refuse,
  list: refuse,
  listPayouts: refuse,
  listPayoutLines: refuse,
  findMethod: refuse,
  submitEvidence: refuse,
  acceptDispute: refuse,
});

import type { Caller } from '../../ports/caller.ts';
import type { FoundMethod, Gateways } from '../../ports/gateway.ts';
import { GatewayUnanswered, type Issue, type IssueReason } from '../../values/failure.ts';
import { gatewayIssues } from './gateway-issues.ts';
import type { OfferedBillingInfo } from './offered-billing-info.ts';

interface OfferedMethod {
  readonly offered: OfferedBillingInfo;
  readonly issues: readonly Issue[];
}

/**
 * Looks up the payment method that a request names by a gateway's token, and returns the request with it, or its
 * problems. A request without such a token is returned as it is. Throws `GatewayUnanswered`.
 *
 * @param path the path of the billing info in the request
 */
export const findVaulted = async (
  gateways: Pick<Gateways, 'knows' | 'findMethod'>,
  { site, at, correlation }: Caller,
  path: string,
  offered: OfferedBillingInfo,
): Promise<OfferedMethod> => {
  const { gateway_token: token, gateway_code, gateway_attributes } = offered.input;
  const customer = gateway_attributes?.account_reference || null;
  if (offered.vaulted) return { offered, issues: [] };
  const refused = (field: string, problem: Omit<Issue, 'field'>): OfferedMethod => ({
    offered,
    issues: [{ field: `${path}.${field}`, ...problem }],
  });
  if (!token) return customer ? refused('gateway_token', { symbol: 'blank' }) : { offered, issues: [] };
  if (offered.presented) return refused('gateway_token', { symbol: 'present', reason: 'method_beside_gateway_token' });
  if (offered.input.card_network_preference)
    return refused('card_network_preference', { symbol: 'present', reason: 'prefers_at_gateway' });
  if (!gateway_code) return refused('gateway_code', { symbol: 'blank' });
  const issues = await gatewayIssues(gateways, site, `${path}.gateway_code`, gateway_code);
  if (issues.length > 0) return { offered, issues };
  const found = await gateways.findMethod({ site, at, correlation, gateway_code, token, customer });
  switch (found.outcome) {
    case 'found': {
      const { description, reference } = found;
      return { offered: { ...offered, vaulted: { description, reference, gateway_code } }, issues: [] };
    }
    case 'unknown':
      throw new GatewayUnanswered(found.error_code);
    case 'of_another_customer':
      return refused('gateway_attributes.account_reference', { symbol: 'invalid', reason: 'other_gateway_customer' });
    default:
      return refused('gateway_token', { symbol: 'invalid', reason: REASONS[found.outcome] });
  }
};

const REASONS: Readonly<Record<Extract<FoundMethod['outcome'], 'not_found' | 'untaken'>, IssueReason>> = {
  not_found: 'unknown_gateway_token',
  untaken: 'untaken_gateway_token',
};

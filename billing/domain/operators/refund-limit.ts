import type { Site } from '../../resources/site.ts';

/** Cents above which a refund needs a fresh proof of identity, whatever the role. */
const PROVED_ABOVE = 50_000;

/** Returns the cents above which a refund needs a fresh proof of identity: 500.00, or a higher limit of the site. */
export const refundProofLimit = ({
  operator_refund_limit_in_cents,
}: Pick<Site, 'operator_refund_limit_in_cents'>): number => Math.max(PROVED_ABOVE, operator_refund_limit_in_cents ?? 0);

import type { AgreementDescription, Holder } from '../billing-info/payment-method.ts';
import type { Site } from '../site.ts';

/** Somebody who can agree at the page of the sandbox wallet. */
export interface WalletBuyer {
  readonly id: string;
  readonly name: string;
  /** What becomes of payments from this wallet, for the developer who chooses. */
  readonly behaviour: string;
}

/** What came of it: the agreement, and whom the wallet says it is with. */
export interface Agreement {
  readonly description: AgreementDescription;
  readonly holder: Holder;
}

/** A wallet that customers pay from once they agreed to it. */
export interface Wallet {
  /** Whether customers of this site can use it. */
  serves(site: Site): boolean;
  readonly buyers: readonly WalletBuyer[];
  /** Makes an agreement with one of the buyers; undefined where the wallet fails. */
  agree(buyerId: string): Promise<Agreement | undefined>;
}

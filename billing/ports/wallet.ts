import type { AgreementDescription, Holder } from '../domain/billing-info/payment-method.ts';
import type { Site } from '../resources/site.ts';

/** A test buyer who can sign an agreement on the page of the sandbox wallet. */
export interface WalletBuyer {
  readonly id: string;
  readonly name: string;
  /** The outcome of payments from this wallet, shown to the developer who chooses a buyer. */
  readonly behaviour: string;
}

/** The resulting agreement, and the buyer as the wallet describes them. */
export interface Agreement {
  readonly description: AgreementDescription;
  readonly holder: Holder;
}

/** A wallet that customers pay from under a billing agreement. */
export interface WalletProvider {
  /** Whether customers of this site can use it. */
  serves(site: Site): boolean;
  readonly buyers: readonly WalletBuyer[];
  /** Creates an agreement with one of the buyers; undefined when the wallet fails. */
  agree(buyerId: string): Promise<Agreement | undefined>;
}

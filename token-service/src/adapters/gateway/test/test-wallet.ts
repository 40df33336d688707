import type { Holder } from '@service/billing/domain/billing-info/payment-method.ts';
import type { WalletBuyer, WalletProvider } from '@service/billing/ports/wallet.ts';
import { type AgreementBehaviour, agreementId } from './test-cards.ts';

interface Buyer extends WalletBuyer {
  readonly holder: Holder;
  /** The scenario of their agreements at the test gateway; `fails`: the wallet creates none. */
  readonly agreement: AgreementBehaviour | 'fails';
}

const buyer = (agreement: Buyer['agreement'], id: string, behaviour: string, holder: Holder): Buyer => ({
  id,
  name: `${holder.first_name} ${holder.last_name}`,
  behaviour,
  agreement,
  holder,
});

/** Each has a complete address, so that they can pay at every site, whatever it requires. */
const BUYERS: readonly Buyer[] = [
  buyer('approved', 'ada', 'Every payment is approved', {
    first_name: 'Ada',
    last_name: 'Lovelace',
    address1: '12 St James’s Square',
    city: 'London',
    state: 'London',
    zip: 'SW1Y 4JH',
    country: 'GB',
    phone: '+44 20 7946 0018',
  }),
  buyer('saveable', 'grace', 'The wallet is kept on file; later payments are refused', {
    first_name: 'Grace',
    last_name: 'Hopper',
    address1: '1510 23rd Street South',
    city: 'Arlington',
    state: 'VA',
    zip: '22202',
    country: 'US',
    phone: '+1 703 555 0142',
  }),
  buyer('declined', 'blaise', 'Refused when the wallet is checked', {
    first_name: 'Blaise',
    last_name: 'Pascal',
    address1: '8 rue des Gras',
    city: 'Clermont-Ferrand',
    state: 'Auvergne-Rhône-Alpes',
    zip: '63000',
    country: 'FR',
    phone: '+33 4 65 71 00 00',
  }),
  buyer('fails', 'charles', 'The wallet itself breaks down', {
    first_name: 'Charles',
    last_name: 'Babbage',
  }),
];

const RANDOM = 17;

/**
 * The wallet of sandbox sites: no credentials, no network, and an outcome that depends on the buyer. `secret`: as for
 * the test gateway.
 */
export const testWallet = ({ secret }: { readonly secret: (length: number) => string }): WalletProvider => ({
  serves: (site) => site.mode === 'sandbox' && site.wallet,
  buyers: BUYERS.map(({ id, name, behaviour }) => ({ id, name, behaviour })),

  async agree(buyerId) {
    const found = BUYERS.find(({ id }) => id === buyerId);
    if (!found || found.agreement === 'fails') return undefined;
    const paypal_billing_agreement_id = agreementId(found.agreement, secret(RANDOM));
    return { description: { type: 'paypal', paypal_billing_agreement_id }, holder: found.holder };
  },
});

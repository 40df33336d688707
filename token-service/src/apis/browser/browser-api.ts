import type { Storage } from '@service/billing/ports/storage.ts';
import type { TaxProvider } from '@service/billing/ports/tax.ts';
import type { WalletProvider } from '@service/billing/ports/wallet.ts';
import type { TokenVault } from '../../adapters/vault/vault.ts';
import type { BrowserStep } from './api.ts';
import { AUTHORIZATION_CACHE, authorizationText } from './bank-authorization.ts';
import type { BankDirectory } from './bank-directory.ts';
import { bankInfoEndpoint } from './bank-info.ts';
import { bankTokenEndpoint } from './bank-token.ts';
import { cardTokenEndpoint } from './card-token.ts';
import { COUPON_LIMITS, coupons } from './catalogue/coupons.ts';
import { GIFT_CARD_LIMITS, giftCards } from './catalogue/gift-cards.ts';
import { PLAN_CACHE, plans } from './catalogue/plans.ts';
import { shippingMethods } from './catalogue/shipping-methods.ts';
import { TAX_CACHE, taxes } from './catalogue/tax.ts';
import { dispatch } from './dispatch.ts';
import { type RouteDeps, routesOf } from './routes.ts';
import { type TestCards, testCardEndpoint } from './test-card.ts';
import { CHALLENGE_LIMITS, challenges, type PaymentActions } from './three-d-secure/challenges.ts';
import { walletTokenEndpoint } from './wallet/wallet-token.ts';

export interface BrowserApiDeps extends RouteDeps {
  readonly vault: Pick<TokenVault, 'present' | 'keep'>;
  readonly banks: BankDirectory;
  readonly tax: TaxProvider;
  /** The storage from which the catalogue is read. */
  readonly storage: Pick<Storage, 'of'>;
  /** Payments that wait for the customer's confirmation. */
  readonly actions: PaymentActions;
  readonly testCards: TestCards;
  /** Without one, no site has a wallet. */
  readonly wallet?: WalletProvider;
}

const BASE = '/js/v1/';

/**
 * The API that the frames and the page script call: card tokens, bank tokens, wallet tokens, bank look-ups, taxes, the
 * catalogue.
 */
export const browserApi = (deps: BrowserApiDeps): BrowserStep => {
  const { vault, wallet } = deps;
  const { lookUp, ownPost, tokenPost } = routesOf(deps);
  const { read, start, finish } = challenges(deps);
  return dispatch(BASE, [
    tokenPost({ name: 'card token', path: `${BASE}token`, make: cardTokenEndpoint(vault) }),
    tokenPost({ name: 'bank token', path: `${BASE}tokens`, make: bankTokenEndpoint(vault, deps.clock) }),
    tokenPost({
      name: 'wallet token',
      path: `${BASE}wallet/agreements`,
      make: walletTokenEndpoint(vault, wallet),
      ownPages: true,
    }),
    lookUp({ name: 'payment action', path: `${BASE}tokens/`, find: read, limits: CHALLENGE_LIMITS }),
    ownPost({
      name: 'challenge start',
      path: `${BASE}three_d_secure/start`,
      answer: start,
      limits: CHALLENGE_LIMITS,
    }),
    ownPost({
      name: 'challenge result',
      path: `${BASE}three_d_secure/results`,
      answer: finish,
      limits: CHALLENGE_LIMITS,
    }),
    lookUp({ name: 'bank info', path: `${BASE}bank`, find: bankInfoEndpoint(deps.banks) }),
    lookUp({
      name: 'bank authorization',
      path: `${BASE}bank_authorization`,
      find: authorizationText,
      cache: AUTHORIZATION_CACHE,
    }),
    lookUp({ name: 'test card', path: `${BASE}test_cards/`, find: testCardEndpoint(deps.testCards) }),
    lookUp({ name: 'tax', path: `${BASE}tax`, find: taxes(deps.tax), cache: TAX_CACHE }),
    lookUp({ name: 'plan', path: `${BASE}plans/`, find: plans(deps), cache: PLAN_CACHE }),
    lookUp({
      name: 'shipping method',
      path: `${BASE}shipping_methods/`,
      find: shippingMethods(deps),
      cache: PLAN_CACHE,
    }),
    lookUp({ name: 'coupon', path: `${BASE}coupons/`, find: coupons(deps), limits: COUPON_LIMITS }),
    lookUp({ name: 'gift card', path: `${BASE}gift_cards/`, find: giftCards(deps), limits: GIFT_CARD_LIMITS }),
  ]);
};

import { CALIFORNIA, COUPONS, GIFT_CARDS, PLANS, SHIPPING_METHODS } from '../src/pricing/catalogue.fixture.ts';
import { type Checkout, test as checkouts } from './checkout.ts';
import type { Answer } from './origins.ts';

type Library = { service: typeof import('../src/index.ts').service };
type Pricing = ReturnType<Library['service']['Pricing']>;

/** The globals of a test's page. */
export type PricingPage = Library & { pricing: Pricing; told: string[]; detach(): void };

const found = (body: unknown): Answer => ({ status: 200, body });

/** The browser API of a site with the plans, coupons and gift cards of the fixture. */
export const catalogueAnswer = (params: Record<string, string>, path: string): Answer => {
  const [kind = '', code = ''] = path.split('/').map(decodeURIComponent);
  if (kind === 'tax') return found(params.country === 'US' && params.tax_code !== 'exempt' ? [CALIFORNIA] : []);
  const things: Record<string, object> = {
    plans: PLANS,
    coupons: COUPONS,
    gift_cards: GIFT_CARDS,
    shipping_methods: SHIPPING_METHODS,
  };
  const thing = (things[kind] as Record<string, unknown> | undefined)?.[code];
  return thing ? found(thing) : { status: 404, body: { error: { code: 'not-found', message: path } } };
};

/** A page whose element `#pricing` is attached to a price; events are recorded in `told`. */
export class PricingShop {
  readonly page: Checkout['page'];
  readonly #shop: Checkout;

  constructor(shop: Checkout) {
    this.page = shop.page;
    this.#shop = shop;
  }

  async open(inside: string, around = ''): Promise<void> {
    await this.#shop.open(`${around}<div id="pricing">${inside}</div>`);
    await this.page.evaluate(() => {
      const { service } = window as never as PricingPage;
      const told: string[] = [];
      const pricing = service.Pricing();
      const names = ['set.plan', 'set.addon', 'set.coupon', 'set.gift_card', 'set.address', 'set.currency', 'set.tax'];
      for (const name of [...names, 'unset.gift_card', 'unset.coupon', 'change', 'attached']) {
        pricing.on(name as 'change', () => told.push(name));
      }
      pricing.on('error', ({ code }) => told.push(code));
      Object.assign(window, { pricing, told });
    });
  }

  /** Attaches, and waits until all inputs were read. */
  async attach(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { pricing } = window as never as PricingPage;
          pricing.once('attached', resolve);
          const { detach } = pricing.attach('#pricing');
          Object.assign(window, { detach });
        }),
    );
  }

  /** Replaces the value of an input, and moves on to the next one. */
  async say(label: string, text: string): Promise<void> {
    const input = this.page.getByLabel(label);
    await input.press('ControlOrMeta+a');
    await input.press('Delete');
    await input.pressSequentially(text);
    await input.press('Tab');
  }

  told(): Promise<string[]> {
    return this.page.evaluate(() => (window as never as PricingPage).told.splice(0));
  }

  /** The same without removing it, so that it can be awaited. */
  telling(): Promise<string[]> {
    return this.page.evaluate(() => (window as never as PricingPage).told);
  }

  output(name: string) {
    return this.page.locator(`#pricing [data-service="${name}"]`);
  }
}

export const test = checkouts.extend<{ pricing: PricingShop }>({
  pricing: async ({ origins, shop }, use) => {
    origins.answer = catalogueAnswer;
    await use(new PricingShop(shop));
  },
});

export { expect } from './checkout.ts';

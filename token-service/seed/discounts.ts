import type { GiftCardRecord } from '@service/billing/domain/gift-cards/record.ts';
import { movement } from '@service/billing/domain/ledger/movements.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Records, Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { account } from '@service/billing/resources/account.ts';
import { filled } from '@service/billing/resources/apply.ts';
import type { CouponInput } from '@service/billing/resources/coupon.ts';
import { giftCard } from '@service/billing/resources/gift-card.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { createCoupon } from '@service/billing/usecases/coupons/create-coupon.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { unlessThere } from './catalogue.ts';

interface Deps {
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly world: World;
}

/** One coupon of each kind. */
export const DEMO_COUPONS: readonly (CouponInput & { readonly coupon_code: string })[] = [
  { coupon_code: 'TIDE15', name: '15% off, forever', discount_type: 'percent', discount_percent: 15 },
  {
    coupon_code: 'WELCOME5',
    name: 'A welcome discount, once',
    discount_type: 'dollars',
    discount_in_cents: { USD: 500, EUR: 500, GBP: 400, CAD: 700, AUD: 800, JPY: 750 },
    duration: 'single_use',
  },
  {
    coupon_code: 'FIRSTMONTH',
    name: 'The first month free',
    discount_type: 'free_trial',
    free_trial_amount: 1,
    free_trial_unit: 'month',
  },
];

/** Gift cards that are delivered and not yet redeemed. */
export const DEMO_GIFT_CARDS = [
  { redemption_code: 'DEMOGIFTUSD00020', currency: 'USD', unit_amount_in_cents: 2000 },
  { redemption_code: 'DEMOGIFTUSD00100', currency: 'USD', unit_amount_in_cents: 10_000 },
  { redemption_code: 'DEMOGIFTEUR00050', currency: 'EUR', unit_amount_in_cents: 5000 },
] as const;

/** The account of the gifter. */
const GIFTER = 'gift-giver';

/**
 * Adds the missing coupons and gift cards to the demo site; existing ones stay as an operator or a shopper left them.
 * Does nothing without a demo site.
 */
export const seedDiscounts = async ({ storage, sites, world }: Deps): Promise<void> => {
  const site = await sites.find('demo');
  if (!site) return;
  const caller: Caller = { site, actor: 'demo seed', at: siteTime(site, world.clock), correlation: world.ids.uuid() };
  const create = createCoupon({ storage, world });
  for (const coupon of DEMO_COUPONS) {
    // The code of an expired coupon may be reused, but an operator expired it deliberately.
    if (await storage.of(site.id).coupons.find(coupon.coupon_code)) continue;
    const discount_in_cents = Object.fromEntries(
      Object.entries(coupon.discount_in_cents ?? {}).filter(([currency]) => site.currencies.includes(currency)),
    );
    if (coupon.discount_type === 'dollars' && Object.keys(discount_in_cents).length === 0) continue;
    await unlessThere(create(caller, { value: { ...coupon, discount_in_cents }, issues: [] }));
  }
  await storage.transaction(site.id, (records) => seedGiftCards(records, world, caller));
};

const seedGiftCards = async (records: Records, world: World, caller: Caller): Promise<void> => {
  const { at } = caller;
  for (const card of DEMO_GIFT_CARDS) {
    if (!caller.site.currencies.includes(card.currency)) continue;
    const held = await records.giftCards.byCode(card.redemption_code);
    if (held) {
      await postGift(records, world, held, at);
      continue;
    }
    const delivery = { method: 'email', email_address: 'reader@example.com', gifter_name: 'Gerda Giver' } as const;
    const key = world.ids.uuid();
    const gifter_account_id = await gifterId(records, world, at);
    await records.giftCards.add({
      ...filled(giftCard, { product_code: 'tideline', ...card, delivery }),
      key,
      id: await records.next('gift_card'),
      redemption_code: card.redemption_code,
      gifter_account_id,
      recipient_account_id: null,
      purchase_invoice_id: null,
      redemption_invoice_id: null,
      balance_in_cents: null,
      before_settlement: false,
      liability_gl_account_id: null,
      revenue_gl_account_id: null,
      performance_obligation_id: null,
      created_at: at,
      updated_at: at,
      delivery_due_at: null,
      breakage_at: null,
      delivered_at: at,
      redeemed_at: null,
      canceled_at: null,
    });
    await postGift(records, world, { key, gifter_account_id, ...card }, at);
  }
};

type GivenCard = Pick<GiftCardRecord, 'key' | 'gifter_account_id' | 'currency' | 'unit_amount_in_cents'>;

/**
 * Posts a gift card of the seed as given away, unless it is: the merchant owes its value without a payment. Cards that
 * an earlier release seeded had no postings.
 */
const postGift = async (
  { ledger }: Pick<Records, 'ledger'>,
  world: World,
  { key, gifter_account_id: account_id, currency, unit_amount_in_cents: amount }: GivenCard,
  at: Seconds,
): Promise<void> => {
  if ((await ledger.from(account_id, [key], 1)).length > 0) return;
  await ledger.append(
    movement(world, { at, account_id, currency, kind: 'gift_card.given', subject: key }, [
      { account: 'write_off', amount },
      { account: 'gift_cards', amount: -amount },
    ]),
  );
};

const gifterId = async ({ accounts }: Records, world: World, at: Seconds): Promise<string> => {
  const held = await accounts.find(GIFTER);
  if (held) return held.id;
  const input = { account_code: GIFTER, first_name: 'Gerda', last_name: 'Giver', email: 'gerda@example.com' };
  const gifter = {
    ...filled(account, input),
    id: world.ids.uuid(),
    parent_id: null,
    state: 'active' as const,
    account_code: GIFTER,
    email_changed_at_ms: null,
    hosted_login_token: world.ids.secret(32),
    created_at: at,
    updated_at: at,
    closed_at: null,
  };
  await accounts.add(gifter);
  return gifter.id;
};

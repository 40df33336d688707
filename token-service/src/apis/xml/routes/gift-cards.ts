import type { GiftCardRecord } from '@service/billing/domain/gift-cards/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { GiftCardFilter } from '@service/billing/ports/gift-cards.ts';
import { findGiftCard, listGiftCards } from '@service/billing/queries/catalogue/gift-cards.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import type { AccountInput } from '@service/billing/resources/account.ts';
import { type GiftCardInput, giftCard } from '@service/billing/resources/gift-card.ts';
import { recipientAccount } from '@service/billing/resources/recipient-account.ts';
import { buyGiftCard } from '@service/billing/usecases/gift-cards/buy-gift-card.ts';
import { previewGiftCard } from '@service/billing/usecases/gift-cards/preview-gift-card.ts';
import { redeemGiftCard } from '@service/billing/usecases/gift-cards/redeem-gift-card.ts';
import { declinedAnswer } from '../declined.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { created, shown } from './answers.ts';
import { withBuyer } from './buyer.ts';
import { submitted, toCreate } from './submission.ts';

const PATH = '/v2/gift_cards';
const buying = toCreate(giftCard);
const redeeming = toCreate(recipientAccount);

/** Purchased gift cards. */
export const giftCardRoutes = (deps: OrderDeps): Endpoint[] => {
  const find = findGiftCard(deps);
  const preview = previewGiftCard(deps);
  const buy = buyGiftCard(deps);
  const redeem = redeemGiftCard(deps);
  return [
    {
      name: 'create_gift_card',
      method: 'POST',
      path: PATH,
      body: buying,
      handle(request) {
        const { value, issues } = submitted(request, buying);
        const { gifter_account: gifter, billing_info, ...input } = value as SentGiftCard;
        const gifter_account = billing_info && !gifter?.billing_info ? { ...gifter, billing_info } : gifter;
        return withBuyer(deps.vault, request, 'gift_card', gifter_account, issues, async (buyer) => {
          const bought = await buy(request.caller, { giftCard: input, ...buyer });
          return bought.outcome === 'declined'
            ? declinedAnswer(bought, request.words)
            : created(giftCard, bought.giftCard);
        });
      },
    },
    {
      name: 'redeem_gift_card',
      method: 'POST',
      path: `${PATH}/:redemption_code/redeem`,
      body: redeeming,
      async handle(request) {
        const sent = submitted(request, redeeming);
        return created(giftCard, await redeem(request.caller, request.params.redemption_code ?? '', sent));
      },
    },
    {
      name: 'preview_gift_card',
      method: 'POST',
      path: `${PATH}/preview`,
      body: buying,
      async handle(request) {
        const { value, issues } = submitted(request, buying);
        return shown(giftCard, await preview(request.caller, { value: withoutNumbers(value), issues }));
      },
    },
    {
      name: 'gift_card',
      method: 'GET',
      path: `${PATH}/:gift_card_id`,
      handle: async ({ caller, params }) => shown(giftCard, await find(caller, params.gift_card_id ?? '')),
    },
  ];
};

/** The gifter's account or the gift card carries the billing info. */
type SentGiftCard = Omit<GiftCardInput, 'billing_info'> & {
  readonly gifter_account?: AccountInput | null;
  readonly billing_info?: AccountInput['billing_info'];
};

/** A preview pays nothing, so card numbers are not used. */
const withoutNumbers = ({ billing_info: _, ...input }: GiftCardInput): GiftCardInput => {
  if (!input.gifter_account) return input;
  const { account_code = null } = input.gifter_account;
  return { ...input, gifter_account: { account_code } };
};

const FILTERS = ['gifter_account_code', 'recipient_account_code'] as const;

export const giftCardLists = (deps: QueryDeps): ListEndpoint<GiftCardFilter>[] => [
  {
    name: 'gift_cards',
    path: PATH,
    resource: giftCard,
    filters: FILTERS,
    filter: async ({ query }) =>
      Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))),
    ...listed(listGiftCards(deps)),
    idOf: (record) => (record as GiftCardRecord).key,
  },
];

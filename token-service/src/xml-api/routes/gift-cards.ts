import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { GiftCardRecord } from '@service/billing/gift-cards/record.ts';
import type { GiftCardFilter } from '@service/billing/ports/gift-cards.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { needGiftCard } from '@service/billing/queries/gift-cards/need-gift-card.ts';
import type { AccountInput } from '@service/billing/resources/account.ts';
import { type GiftCardInput, giftCard } from '@service/billing/resources/gift-card.ts';
import { recipientAccount } from '@service/billing/resources/recipient-account.ts';
import { buyGiftCard } from '@service/billing/usecases/gift-cards/buy-gift-card.ts';
import { previewGiftCard } from '@service/billing/usecases/gift-cards/preview-gift-card.ts';
import { redeemGiftCard } from '@service/billing/usecases/gift-cards/redeem-gift-card.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { created, shown } from './answers.ts';
import { withBuyer } from './buyer.ts';
import { declined } from './declined.ts';
import { submitted, toCreate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/gift_cards';
const buying = toCreate(giftCard);
const redeeming = toCreate(recipientAccount);

/** Gift cards that were bought. */
export const giftCardRoutes = (deps: OrderDeps): Endpoint[] => {
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
        const { gifter_account, ...input } = value as GiftCardInput & { readonly gifter_account?: AccountInput | null };
        return withBuyer(deps.vault, request, 'gift_card', gifter_account, issues, async (buyer) => {
          const bought = await buy(request.caller, { giftCard: input, ...buyer });
          return bought.outcome === 'declined' ? declined(bought, request.words) : created(giftCard, bought.giftCard);
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
      handle: async ({ caller, params }) =>
        shown(giftCard, await needGiftCard(deps.storage.of(caller.site.id), params.gift_card_id ?? '')),
    },
  ];
};

/** A preview pays nothing, so card numbers go no further. */
const withoutNumbers = (input: GiftCardInput): GiftCardInput => {
  if (!input.gifter_account) return input;
  const { account_code = null } = input.gifter_account;
  return { ...input, gifter_account: { account_code } };
};

const FILTERS = ['gifter_account_code', 'recipient_account_code'] as const;

export const giftCardLists = ({ storage }: Pick<Deps, 'storage'>): ListEndpoint<GiftCardFilter>[] => [
  {
    name: 'gift_cards',
    path: PATH,
    resource: giftCard,
    filters: FILTERS,
    filter: async ({ query }) =>
      Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))),
    list: ({ caller }, query) => storage.of(caller.site.id).giftCards.list(query),
    count: ({ caller }, query) => storage.of(caller.site.id).giftCards.count(query),
    idOf: (record) => (record as GiftCardRecord).key,
  },
];

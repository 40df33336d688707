import type { GiftCardFilter, GiftCardRecord } from '@service/billing/ports/gift-cards.ts';
import type { Storage } from '@service/billing/ports/records.ts';
import type { World } from '@service/billing/ports/world.ts';
import { type GiftCardInput, giftCard } from '@service/billing/resources/gift-card.ts';
import { needGiftCard } from '@service/billing/rules/gift-card.ts';
import { previewGiftCard } from '@service/billing/usecases/gift-cards/preview-gift-card.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { shown } from './answers.ts';
import { submitted } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/gift_cards';

/** Gift cards that were bought (reference "endpoints", Gift cards). */
export const giftCardRoutes = (deps: Deps): Endpoint[] => {
  const preview = previewGiftCard(deps);
  return [
    {
      name: 'preview_gift_card',
      method: 'POST',
      path: `${PATH}/preview`,
      body: { root: 'gift_card' },
      async handle(request) {
        const { value, issues } = submitted(request, giftCard, 'create');
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

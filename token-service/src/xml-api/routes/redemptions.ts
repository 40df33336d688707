import type { RedemptionRecord } from '@service/billing/coupons/record.ts';
import { redemptionView } from '@service/billing/coupons/redemption.ts';
import { notFound } from '@service/billing/failure.ts';
import type { RedemptionFilter } from '@service/billing/ports/coupons.ts';
import type { Records, Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { needAccount } from '@service/billing/queries/accounts/need-account.ts';
import { needCoupon } from '@service/billing/queries/coupons/need-coupon.ts';
import { needActiveRedemption, needRedemption } from '@service/billing/queries/coupons/need-redemption.ts';
import { needInvoice } from '@service/billing/queries/invoices/need-invoice.ts';
import { needSubscription } from '@service/billing/queries/subscriptions/need-subscription.ts';
import { redemption } from '@service/billing/resources/redemption.ts';
import { siteTime } from '@service/billing/site.ts';
import { redeemCoupon } from '@service/billing/usecases/redemptions/redeem-coupon.ts';
import { removeActiveRedemption, removeRedemption } from '@service/billing/usecases/redemptions/remove-redemption.ts';
import type { Turn } from '../../xml/rendering/turns.ts';
import { linesOf } from '../../xml/views/invoice-parts.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { created, nothing, shown } from './answers.ts';
import { submitted, toCreate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const ACCOUNT = '/v2/accounts/:account_code';
const COUPON = '/v2/coupons/:coupon_code';
const INVOICE = '/v2/invoices/:invoice_number';
const SUBSCRIPTION = '/v2/subscriptions/:subscription_uuid';
const body = toCreate(redemption);

const accountCode = ({ params }: ApiRequest): string => params.account_code ?? '';
const couponCode = ({ params }: ApiRequest): string => params.coupon_code ?? '';
const uuid = ({ params }: ApiRequest): string => params.redemption_uuid ?? '';

/** What accounts redeemed. */
export const redemptionRoutes = (deps: Deps): Endpoint[] => {
  const redeem = redeemCoupon(deps);
  const remove = removeRedemption(deps);
  const removeActive = removeActiveRedemption(deps);
  const now = ({ caller }: ApiRequest) => siteTime(caller.site, deps.world.clock);
  const records = ({ caller }: ApiRequest) => deps.storage.of(caller.site.id);

  const redeeming = {
    path: `${COUPON}/redeem`,
    body,
    handle: async (request: ApiRequest) => {
      const sent = submitted(request, body);
      const made = await redeem(request.caller, couponCode(request), sent);
      return created(redemption, redemptionView(made, now(request)));
    },
  };

  return [
    { ...redeeming, name: 'redeem_coupon', method: 'POST' },
    // Some clients take the method from a link of their own making.
    { ...redeeming, name: 'redeem_coupon_by_put', method: 'PUT' },
    {
      name: 'redemption',
      method: 'GET',
      path: `${ACCOUNT}/redemptions/:redemption_uuid`,
      async handle(request) {
        const found = await needRedemption(records(request), accountCode(request), uuid(request));
        return shown(redemption, redemptionView(found, now(request)));
      },
    },
    {
      name: 'remove_redemption',
      method: 'DELETE',
      path: `${ACCOUNT}/redemptions/:redemption_uuid`,
      async handle(request) {
        await remove(request.caller, accountCode(request), uuid(request));
        return nothing;
      },
    },
    {
      name: 'active_redemption',
      method: 'GET',
      path: `${ACCOUNT}/redemption`,
      async handle(request) {
        const found = await needActiveRedemption(records(request), accountCode(request), now(request));
        return shown(redemption, redemptionView(found, now(request)));
      },
    },
    {
      name: 'remove_active_redemption',
      method: 'DELETE',
      path: `${ACCOUNT}/redemption`,
      async handle(request) {
        await removeActive(request.caller, accountCode(request));
        return nothing;
      },
    },
    {
      name: 'invoice_redemption',
      method: 'GET',
      path: `${INVOICE}/redemption`,
      async handle(request) {
        const sent = request.params.invoice_number ?? '';
        const invoice = await needInvoice(records(request), sent);
        const uuids = await usedOn(records(request), invoice.uuid, request.turn);
        const newest = { filter: { uuids }, sort: 'created_at', order: 'desc', limit: 1 } as const;
        const [found] = (await records(request).redemptions.list(newest)).records;
        if (!found) throw notFound('Redemption', 'invoice_number', sent);
        return shown(redemption, redemptionView(found, now(request)));
      },
    },
  ];
};

/** The redemptions that took something off an invoice. */
const usedOn = async (records: Pick<Records, 'adjustments'>, invoiceId: string, turn: Turn): Promise<string[]> => {
  const used = new Set<string>();
  for await (const { discounts } of linesOf(records, invoiceId, turn)) {
    for (const { redemption } of discounts) used.add(redemption);
  }
  return [...used];
};

export const redemptionLists = ({ storage, world }: Deps): ListEndpoint<RedemptionFilter>[] => {
  const listing: Pick<ListEndpoint<RedemptionFilter>, 'resource' | 'list' | 'count' | 'idOf'> = {
    resource: redemption,
    async list({ caller: { site } }, query) {
      const { records, more } = await storage.of(site.id).redemptions.list(query);
      return { records: records.map((one) => redemptionView(one, siteTime(site, world.clock))), more };
    },
    count: ({ caller }, query) => storage.of(caller.site.id).redemptions.count(query),
    idOf: (record) => (record as RedemptionRecord).uuid,
  };
  return [
    {
      ...listing,
      name: 'account_redemptions',
      path: `${ACCOUNT}/redemptions`,
      async filter(request) {
        const account = await needAccount(storage.of(request.caller.site.id), accountCode(request));
        return { account_id: account.id };
      },
    },
    {
      ...listing,
      name: 'coupon_redemptions',
      path: `${COUPON}/redemptions`,
      async filter(request) {
        const { coupon, unique } = await needCoupon(storage.of(request.caller.site.id), couponCode(request));
        return { coupon_key: coupon.key, ...(unique ? { unique_code_key: unique.key } : {}) };
      },
    },
    {
      ...listing,
      name: 'subscription_redemptions',
      path: `${SUBSCRIPTION}/redemptions`,
      async filter({ caller, params }) {
        const found = await needSubscription(storage.of(caller.site.id), params.subscription_uuid ?? '');
        return { subscription_id: found.uuid };
      },
    },
    {
      ...listing,
      name: 'invoice_redemptions',
      path: `${INVOICE}/redemptions`,
      async filter(request) {
        const records = storage.of(request.caller.site.id);
        const invoice = await needInvoice(records, request.params.invoice_number ?? '');
        return { uuids: await usedOn(records, invoice.uuid, request.turn) };
      },
    },
  ];
};

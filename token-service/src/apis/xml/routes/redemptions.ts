import type { RedemptionRecord } from '@service/billing/domain/coupons/record.ts';
import { redemptionView } from '@service/billing/domain/coupons/redemption.ts';
import type { RedemptionFilter } from '@service/billing/ports/coupons.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import {
  findActiveRedemption,
  findCoupon,
  findInvoiceRedemption,
  findRedemption,
  findRedemptionsOnInvoice,
  listRedemptions,
} from '@service/billing/queries/catalogue/coupons.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { findSubscription } from '@service/billing/queries/subscriptions/subscriptions.ts';
import { redemption } from '@service/billing/resources/redemption.ts';
import { redeemCoupon } from '@service/billing/usecases/redemptions/redeem-coupon.ts';
import { removeActiveRedemption } from '@service/billing/usecases/redemptions/remove-active-redemption.ts';
import { removeRedemption } from '@service/billing/usecases/redemptions/remove-redemption.ts';
import type { ApiRequest, Endpoint, EndpointAnswer, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
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

/** Coupon redemptions of accounts. */
export const redemptionRoutes = (deps: Deps): Endpoint[] => {
  const redeem = redeemCoupon(deps);
  const remove = removeRedemption(deps);
  const removeActive = removeActiveRedemption(deps);
  const find = findRedemption(deps);
  const findActive = findActiveRedemption(deps);
  const findOfInvoice = findInvoiceRedemption(deps);
  const asItIs = ({ caller }: ApiRequest, record: RedemptionRecord): EndpointAnswer =>
    shown(redemption, redemptionView(record, caller.at));

  const redeeming = {
    path: `${COUPON}/redeem`,
    body,
    handle: async (request: ApiRequest) => {
      const sent = submitted(request, body);
      const made = await redeem(request.caller, couponCode(request), sent);
      return created(redemption, redemptionView(made, request.caller.at));
    },
  };

  return [
    { ...redeeming, name: 'redeem_coupon', method: 'POST' },
    // Some clients build this link, with its method, themselves.
    { ...redeeming, name: 'redeem_coupon_by_put', method: 'PUT' },
    {
      name: 'redemption',
      method: 'GET',
      path: `${ACCOUNT}/redemptions/:redemption_uuid`,
      handle: async (request) => asItIs(request, await find(request.caller, accountCode(request), uuid(request))),
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
      handle: async (request) =>
        asItIs(request, await findActive(request.caller, accountCode(request), request.caller.at)),
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
      handle: async (request) =>
        asItIs(request, await findOfInvoice(request.caller, request.params.invoice_number ?? '', request.turn)),
    },
  ];
};

export const redemptionLists = (deps: QueryDeps): ListEndpoint<RedemptionFilter>[] => {
  const account = findAccount(deps);
  const coupon = findCoupon(deps);
  const subscription = findSubscription(deps);
  const onInvoice = findRedemptionsOnInvoice(deps);
  const listing: Pick<ListEndpoint<RedemptionFilter>, 'resource' | 'list' | 'count' | 'idOf'> = {
    resource: redemption,
    ...listed(listRedemptions(deps), (record, { caller }) => redemptionView(record, caller.at)),
    idOf: (record) => (record as RedemptionRecord).uuid,
  };
  return [
    {
      ...listing,
      name: 'account_redemptions',
      path: `${ACCOUNT}/redemptions`,
      async filter(request) {
        const { id } = await account(request.caller, accountCode(request));
        return { account_id: id };
      },
    },
    {
      ...listing,
      name: 'coupon_redemptions',
      path: `${COUPON}/redemptions`,
      async filter(request) {
        const { coupon: campaign, unique } = await coupon(request.caller, couponCode(request));
        return { coupon_key: campaign.key, ...(unique ? { unique_code_key: unique.key } : {}) };
      },
    },
    {
      ...listing,
      name: 'subscription_redemptions',
      path: `${SUBSCRIPTION}/redemptions`,
      async filter({ caller, params }) {
        const found = await subscription(caller, params.subscription_uuid ?? '');
        return { subscription_id: found.uuid };
      },
    },
    {
      ...listing,
      name: 'invoice_redemptions',
      path: `${INVOICE}/redemptions`,
      async filter(request) {
        return { uuids: await onInvoice(request.caller, request.params.invoice_number ?? '', request.turn) };
      },
    },
  ];
};

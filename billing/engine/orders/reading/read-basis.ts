import type { AccountRecord } from '../../../domain/accounts/record.ts';
import { shippingSnapshot } from '../../../domain/adjustments/adjustment.ts';
import type { LineSetting } from '../../../domain/adjustments/line.ts';
import { discountOrder } from '../../../domain/coupons/discount-terms.ts';
import { billedTo } from '../../../domain/invoices/draft-invoice.ts';
import type { RequestedTerms } from '../../../domain/invoices/requested-terms.ts';
import { resolveTerms, type Terms, termsIssues } from '../../../domain/invoices/terms.ts';
import { evidenceOf } from '../../../domain/taxes/location-evidence.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Gateways } from '../../../ports/gateway.ts';
import type { Records } from '../../../ports/storage.ts';
import type { TaxProvider } from '../../../ports/tax.ts';
import type { World } from '../../../ports/world.ts';
import { sellerFor } from '../../../queries/settings/business-entities.ts';
import type { Site } from '../../../resources/site.ts';
import type { Issue } from '../../../values/failure.ts';
import { gatewayIssues } from '../../accounts/gateway-issues.ts';
import { accountIssues, resultingAccount, withoutAddresses } from '../../recording/accounts/account-writer.ts';
import type { Order } from '../drafting/order.ts';
import { type TaxLookup, taxLookup } from './look-up-taxes.ts';
import { type ShippingReader, type ShippingRequest, shippingReader } from './read-shipping.ts';
import type { BuyerRequest, BuyerState, OrderRead } from './request.ts';

export interface ReaderDeps {
  readonly gateways: Pick<Gateways, 'knows'>;
  readonly world: World;
  readonly tax: TaxProvider;
}

/** The part that all requests to sell have in common. */
export interface BasisRequest {
  /** The root element: `purchase`. */
  readonly path: string;
  readonly buyer: BuyerRequest;
  readonly currency: string | null | undefined;
  readonly terms: RequestedTerms;
  /** The shipping address of items without one of their own. */
  readonly shipping?: ShippingRequest;
}

/** The context in which the items of an order are read. */
export interface Basis {
  readonly site: Site;
  readonly path: string;
  readonly records: Records;
  readonly world: World;
  readonly setting: LineSetting;
  readonly existing: AccountRecord | undefined;
  /** The account that pays, unless it is new. */
  readonly payer: AccountRecord | undefined;
  /** Whether the account that pays will be exempt from tax. */
  readonly tax_exempt: boolean;
  readonly terms: Terms;
  readonly taxes: TaxLookup;
  readonly shipping: ShippingReader;
  /** The shipping address of items without one of their own. */
  readonly shipTo: Awaited<ReturnType<ShippingReader['ofOrder']>>;
}

/** The items of an order, and their problems. */
export interface ReadItems
  extends Pick<
    Order,
    'charges' | 'subscriptions' | 'fees' | 'coupons' | 'credit' | 'giftCard' | 'soldGiftCard' | 'needsMethod'
  > {
  /** Codes of other accounts that lines are for, by id. */
  readonly accountCodes?: Order['accountCodes'];
  /** Problems of coupons and plans. */
  readonly issues: readonly Issue[];
  /** Problems of lines, reported last. */
  readonly lineIssues: readonly Issue[];
}

/**
 * Reads the part that all requests to sell have in common (buyer, currency, terms, addresses, taxes), then the items.
 * Returns the order, or all problems of the request.
 */
export const readOrder = async (
  { gateways, world, tax }: ReaderDeps,
  { site, at }: Caller,
  state: BuyerState,
  request: BasisRequest,
  origin: Order['origin'],
  readItems: (basis: Basis) => Promise<ReadItems>,
): Promise<OrderRead> => {
  const { records, existing, payer, method } = state;
  const { path, buyer } = request;
  const currency = request.currency ?? '';
  const account_code = buyer.account.account_code ?? '';
  const account_id = existing?.id ?? world.ids.uuid();
  const isOwnPayer = payer === existing;
  // Its changes count where it pays itself.
  const billed = isOwnPayer || !payer ? resultingAccount(existing, buyer.account) : payer;
  const address = billedTo(billed, method.info ?? method.stored);
  const seller = await sellerFor(records, site, billed.override_business_entity_id, address.country);
  const terms = resolveTerms(seller.site, request.terms);
  const vat_number = method.info?.vat_number || billed.vat_number || null;
  const shipping = shippingReader(records, world, at, account_id, existing);
  const basis: Basis = {
    site,
    path,
    records,
    world,
    setting: { uuid: world.ids.uuid, at, account_id, currency },
    existing,
    payer,
    tax_exempt: billed.tax_exempt,
    terms,
    taxes: taxLookup(tax, {
      seller,
      collection: terms.collection_method,
      addresses: { billing: method.info, account: billed.address },
      vat_number,
      exemption_certificate: billed.exemption_certificate,
      entity_use_code: billed.entity_use_code,
    }),
    shipping,
    shipTo: await shipping.ofOrder({ ...request.shipping, account: buyer.account }, path),
  };
  const items = await readItems(basis);
  const taxed = basis.taxes.findings();
  const accountProblems = await accountIssues(records, site, account_code, existing, buyer.account);
  const issues: Issue[] = [
    ...buyer.issues,
    ...accountProblems.map((issue) => ({ ...issue, field: `${path}.${issue.field}` })),
    ...currencyIssues(request, site.currencies),
    ...termsIssues(site, path, request.terms),
    ...(await gatewayIssues(gateways, site, `${path}.gateway_code`, request.terms.gateway_code)),
    ...(await gatewayIssues(
      gateways,
      site,
      `${path}.account.billing_info.gateway_code`,
      buyer.offered?.input.gateway_code,
    )),
    ...items.issues,
    ...methodIssues(request, state),
    ...shipping.issues,
    ...items.lineIssues,
    ...(taxed.refused ? [{ field: `${path}.base`, symbol: 'invalid', reason: 'no_tax_for_address' } as const] : []),
  ];
  if (issues.length > 0) return { issues };

  const { first_name, last_name, company_name, email } = billed;
  const payerId = isOwnPayer ? account_id : (payer?.id ?? account_id);
  const { charges, subscriptions, fees, coupons, credit, giftCard, soldGiftCard, needsMethod } = items;
  return {
    order: {
      at,
      currency,
      account: { id: account_id, code: account_code, existing, changes: withoutAddresses(buyer.account) },
      payer: {
        id: payerId,
        exists: payer !== undefined,
        account_code: isOwnPayer ? account_code : (payer?.account_code ?? account_code),
        first_name,
        last_name,
        company_name,
        email,
      },
      movements: state.movements,
      accountCodes: new Map([[account_id, account_code], ...(items.accountCodes ?? [])]),
      origin,
      terms,
      method,
      billing: {
        account_id: payerId,
        address,
        vat_number,
        reverseCharge: taxed.reverseCharge,
        usedTaxService: taxed.usedTaxService,
        shipping_address: basis.shipTo ? shippingSnapshot(basis.shipTo) : null,
        seller: seller.header,
        evidence: evidenceOf(method.info ?? method.stored),
      },
      charges,
      subscriptions,
      fees,
      coupons,
      discountOrder: discountOrder(site),
      credit,
      giftCard,
      soldGiftCard,
      shippingAddresses: shipping.added,
      needsMethod,
    },
  };
};

/** Invalid billing info is not also reported as missing. */
const methodIssues = ({ path, buyer }: BasisRequest, { method, issues }: BuyerState): readonly Issue[] => {
  const unread = buyer.issues.some(({ field }) => field.startsWith(`${path}.account.billing_info.`));
  return unread && !method.info ? [] : issues;
};

const currencyIssues = ({ currency, path }: BasisRequest, offered: readonly string[]): Issue[] =>
  currency && !offered.includes(currency) ? [{ field: `${path}.currency`, symbol: 'inclusion' }] : [];

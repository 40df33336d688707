import type { PaymentDeps } from '@service/billing/engine/intents/open-intent.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { Endpoint, ListEndpoint } from './endpoint.ts';
import { accountLists, accountRoutes } from './routes/accounts.ts';
import { acquisitionRoutes } from './routes/acquisition.ts';
import { addOnLists, addOnRoutes } from './routes/add-ons.ts';
import { adjustmentLists, adjustmentRoutes } from './routes/adjustments.ts';
import { billingInfoRoutes } from './routes/billing-info.ts';
import { businessEntityLists, businessEntityRoutes } from './routes/business-entities.ts';
import { couponLists, couponRoutes } from './routes/coupons.ts';
import { creditPaymentLists, creditPaymentRoutes } from './routes/credit-payments.ts';
import { customFieldLists, customFieldRoutes } from './routes/custom-field-definitions.ts';
import { dunningCampaignLists, dunningCampaignRoutes } from './routes/dunning-campaigns.ts';
import { entitlementLists, entitlementRoutes } from './routes/entitlements.ts';
import { type ExportDeps, exportLists, exportRoutes } from './routes/exports.ts';
import { externalAccountLists, externalAccountRoutes } from './routes/external-accounts.ts';
import { externalProductLists, externalProductRoutes } from './routes/external-products.ts';
import { externalSubscriptionLists, externalSubscriptionRoutes } from './routes/external-subscriptions.ts';
import { generalLedgerLists, generalLedgerRoutes } from './routes/general-ledger.ts';
import { giftCardLists, giftCardRoutes } from './routes/gift-cards.ts';
import { invoiceActionRoutes } from './routes/invoice-actions.ts';
import { invoiceTemplateLists, invoiceTemplateRoutes } from './routes/invoice-templates.ts';
import { invoiceLists, invoiceRoutes, type PrintDeps } from './routes/invoices.ts';
import { itemLists, itemRoutes } from './routes/items.ts';
import { journalRoutes } from './routes/journals.ts';
import { type MailboxDeps, mailboxRoutes } from './routes/mailbox.ts';
import { measuredUnitLists, measuredUnitRoutes } from './routes/measured-units.ts';
import { noteLists } from './routes/notes.ts';
import { planLists, planRoutes } from './routes/plans.ts';
import { postedInvoiceRoutes } from './routes/posted-invoices.ts';
import { purchaseRoutes } from './routes/purchases.ts';
import { redemptionLists, redemptionRoutes } from './routes/redemptions.ts';
import { refundRoutes } from './routes/refunds.ts';
import { reportRunLists, reportRunRoutes } from './routes/report-runs.ts';
import { reportRoutes } from './routes/reports.ts';
import { shippingAddressLists, shippingAddressRoutes } from './routes/shipping-addresses.ts';
import { shippingMethodLists, shippingMethodRoutes } from './routes/shipping-methods.ts';
import { type SiteClockDeps, siteClockRoutes } from './routes/site-clock.ts';
import { subscriptionActionRoutes } from './routes/subscription-actions.ts';
import { subscriptionChangeRoutes } from './routes/subscription-changes.ts';
import { subscriptionLists, subscriptionRoutes } from './routes/subscriptions.ts';
import { transactionLists, transactionRoutes } from './routes/transactions.ts';
import { usageLists, usageRoutes } from './routes/usages.ts';
import { walletLists, walletRoutes } from './routes/wallet.ts';

/** All endpoints of the XML API except lists, in the order of the reference page. */
export const endpoints = (deps: OrderDeps & SiteClockDeps & PrintDeps & MailboxDeps & ExportDeps): Endpoint[] => [
  ...accountRoutes(deps),
  ...acquisitionRoutes(deps),
  ...shippingAddressRoutes(deps),
  ...entitlementRoutes(deps),
  ...externalAccountRoutes(deps),
  ...externalProductRoutes(deps),
  ...externalSubscriptionRoutes(deps),
  ...billingInfoRoutes(deps),
  ...walletRoutes(deps),
  ...subscriptionRoutes(deps),
  ...subscriptionActionRoutes(deps),
  ...subscriptionChangeRoutes(deps),
  ...usageRoutes(deps),
  ...adjustmentRoutes(deps),
  ...invoiceRoutes(deps),
  ...postedInvoiceRoutes(deps),
  ...invoiceActionRoutes(deps),
  ...creditPaymentRoutes(deps),
  ...transactionRoutes(deps),
  ...refundRoutes(deps),
  ...planRoutes(deps),
  ...addOnRoutes(deps),
  ...measuredUnitRoutes(deps),
  ...itemRoutes(deps),
  ...businessEntityRoutes(deps),
  ...invoiceTemplateRoutes(deps),
  ...generalLedgerRoutes(deps),
  ...shippingMethodRoutes(deps),
  ...couponRoutes(deps),
  ...redemptionRoutes(deps),
  ...giftCardRoutes(deps),
  ...purchaseRoutes(deps),
  ...customFieldRoutes(deps),
  ...dunningCampaignRoutes(deps),
  ...exportRoutes(deps),
  ...journalRoutes(deps),
  ...reportRunRoutes(deps),
  ...reportRoutes(deps),
  ...siteClockRoutes(deps),
  ...mailboxRoutes(deps),
];

export const lists = (deps: PaymentDeps): ListEndpoint[] =>
  [
    ...accountLists(deps),
    ...noteLists(deps),
    ...shippingAddressLists(deps),
    ...entitlementLists(deps),
    ...externalAccountLists(deps),
    ...externalProductLists(deps),
    ...externalSubscriptionLists(deps),
    ...walletLists(deps),
    ...subscriptionLists(deps),
    ...usageLists(deps),
    ...adjustmentLists(deps),
    ...invoiceLists(deps),
    ...creditPaymentLists(deps),
    ...transactionLists(deps),
    ...planLists(deps),
    ...addOnLists(deps),
    ...measuredUnitLists(deps),
    ...itemLists(deps),
    ...businessEntityLists(deps),
    ...invoiceTemplateLists(deps),
    ...generalLedgerLists(deps),
    ...shippingMethodLists(deps),
    ...couponLists(deps),
    ...redemptionLists(deps),
    ...giftCardLists(deps),
    ...customFieldLists(deps),
    ...dunningCampaignLists(deps),
    ...exportLists(deps),
    ...reportRunLists(deps),
  ] as ListEndpoint[];

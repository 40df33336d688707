import { account } from './account.ts';
import { accountAcquisition } from './account-acquisition.ts';
import { accountBalance } from './account-balance.ts';
import { addOn } from './add-on.ts';
import { adjustment } from './adjustment.ts';
import { billingInfo } from './billing-info.ts';
import { businessEntity } from './business-entity.ts';
import { coupon } from './coupon.ts';
import { creditPayment } from './credit-payment.ts';
import { customFieldDefinition } from './custom-field-definition.ts';
import { dunningCampaign } from './dunning-campaign.ts';
import { entitlement, heldPermissions } from './entitlement.ts';
import { exportDate, exportFile } from './export.ts';
import { externalAccount } from './external-account.ts';
import { externalProduct, externalProductReference } from './external-product.ts';
import { externalInvoice, externalPaymentPhase, externalSubscription } from './external-subscription.ts';
import { generalLedgerAccount } from './general-ledger-account.ts';
import { giftCard } from './gift-card.ts';
import { invoice, invoiceCollection } from './invoice.ts';
import { invoiceTemplate } from './invoice-template.ts';
import { item } from './item.ts';
import { journalFile, journalList } from './journal.ts';
import { mailbox } from './mailbox.ts';
import { measuredUnit } from './measured-unit.ts';
import { note } from './note.ts';
import { performanceObligation } from './performance-obligation.ts';
import { plan } from './plan.ts';
import { redemption } from './redemption.ts';
import { report } from './report.ts';
import { reportRun } from './report-run.ts';
import type { Resource } from './schema.ts';
import { shippingAddress } from './shipping-address.ts';
import { shippingMethod } from './shipping-method.ts';
import { siteClock } from './site-clock.ts';
import { subscription } from './subscription.ts';
import { transaction } from './transaction.ts';
import { usage } from './usage.ts';

/** Every table that the XML API speaks, in the order of the reference page. */
export const resources: readonly Resource[] = [
  account,
  accountBalance,
  accountAcquisition,
  note,
  shippingAddress,
  entitlement,
  heldPermissions,
  report,
  reportRun,
  journalList,
  journalFile,
  externalAccount,
  externalProduct,
  externalProductReference,
  externalSubscription,
  externalInvoice,
  externalPaymentPhase,
  billingInfo,
  subscription,
  adjustment,
  invoice,
  invoiceCollection,
  creditPayment,
  transaction,
  plan,
  addOn,
  measuredUnit,
  item,
  businessEntity,
  invoiceTemplate,
  generalLedgerAccount,
  performanceObligation,
  shippingMethod,
  usage,
  coupon,
  redemption,
  giftCard,
  customFieldDefinition,
  dunningCampaign,
  exportDate,
  exportFile,
  siteClock,
  mailbox,
];

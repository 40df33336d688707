import type { Records } from '@service/billing/ports/storage.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';
import { accountRecords } from './accounts.ts';
import { acquisitionRecords } from './acquisitions.ts';
import { addOnRecords } from './add-ons.ts';
import { adjustmentRecords } from './adjustments.ts';
import { approvalRecords } from './approvals.ts';
import { auditLogRecords } from './audit-log.ts';
import { businessEntityRecords } from './business-entities.ts';
import { couponRecords } from './coupons.ts';
import { creditPaymentRecords } from './credit-payments.ts';
import { customFieldRecords } from './custom-fields.ts';
import { disputeRecords } from './disputes.ts';
import { dueRecords } from './due.ts';
import { type DueColumns, type DueItems, dueItems } from './due-items.ts';
import { dunningRecords } from './dunning.ts';
import { erasureRecords } from './erasure.ts';
import { eventRecords } from './events.ts';
import { exchangeRateRecords } from './exchange-rates.ts';
import { exportFileRecords, exportRecords } from './exports.ts';
import { externalRecords } from './external.ts';
import { gatewayAccountRecords } from './gateway-accounts.ts';
import { notificationRecords } from './gateway-notifications.ts';
import { gatewayOperationRecords } from './gateway-operations.ts';
import { gatewayOutageRecords } from './gateway-outages.ts';
import { generalLedgerAccountRecords, performanceObligationRecords } from './general-ledger.ts';
import { giftCardRecords } from './gift-cards.ts';
import { outcomeRecords } from './idempotency.ts';
import { importRecords } from './imports.ts';
import { intentRecords } from './intents.ts';
import { invoiceTemplateRecords } from './invoice-templates.ts';
import { invoiceRecords } from './invoices.ts';
import { itemRecords } from './items.ts';
import { journalRecords } from './journals.ts';
import { ledgerRecords } from './ledger.ts';
import { measuredUnitRecords } from './measured-units.ts';
import { noteRecords } from './notes.ts';
import { openAlertRecords } from './open-alerts.ts';
import { outboxRecords } from './outbox.ts';
import { paymentActionRecords } from './payment-actions.ts';
import { paymentMethodRecords } from './payment-methods.ts';
import { payoutRecords } from './payouts.ts';
import { periodRecords } from './periods.ts';
import { permissionRecords } from './permissions.ts';
import { planRecords } from './plans.ts';
import { redemptionRecords } from './redemptions.ts';
import { reportRunRecords } from './report-runs.ts';
import { reportRecords } from './reports.ts';
import { retentionRecords } from './retention.ts';
import { revenueRecords } from './revenue.ts';
import { searchRecords } from './search.ts';
import { nextNumber, upcomingNumber } from './sequences.ts';
import { shippingAddressRecords } from './shipping-addresses.ts';
import { shippingMethodRecords } from './shipping-methods.ts';
import { subscriptionRecords } from './subscriptions.ts';
import { transactionRecords } from './transactions.ts';
import { usageRecords } from './usages.ts';
import { webhookDeliveryRecords } from './webhook-deliveries.ts';
import { webhookEndpointRecords } from './webhook-endpoints.ts';

/** Called once a transaction that made something due has committed. */
export interface Wake {
  readonly worker: () => void;
  readonly mail: () => void;
  readonly webhooks: () => void;
}

const NO_WAKE: Wake = { worker: () => {}, mail: () => {}, webhooks: () => {} };

/** All records of one site, inside or outside a transaction. */
export const recordsOf = (
  queries: Queries,
  siteId: string,
  clock: SystemClock,
  wake = NO_WAKE,
  items: DueItems = dueItems(queries, siteId, clock),
): Records => {
  const { due } = items;
  return {
    accounts: accountRecords(queries, siteId),
    shippingAddresses: shippingAddressRecords(queries, siteId),
    paymentMethods: paymentMethodRecords(queries, siteId, due),
    acquisitions: acquisitionRecords(queries, siteId),
    notes: noteRecords(queries, siteId),
    transactions: transactionRecords(queries, siteId, due),
    plans: planRecords(queries, siteId),
    addOns: addOnRecords(queries, siteId),
    measuredUnits: measuredUnitRecords(queries, siteId),
    items: itemRecords(queries, siteId),
    businessEntities: businessEntityRecords(queries, siteId),
    invoiceTemplates: invoiceTemplateRecords(queries, siteId),
    generalLedgerAccounts: generalLedgerAccountRecords(queries, siteId),
    performanceObligations: performanceObligationRecords(queries, siteId),
    shippingMethods: shippingMethodRecords(queries, siteId),
    permissions: permissionRecords(queries, siteId),
    external: externalRecords(queries, siteId),
    customFields: customFieldRecords(queries, siteId),
    coupons: couponRecords(queries, siteId),
    redemptions: redemptionRecords(queries, siteId),
    giftCards: giftCardRecords(queries, siteId, due),
    subscriptions: subscriptionRecords(queries, siteId, due),
    usages: usageRecords(queries, siteId),
    adjustments: adjustmentRecords(queries, siteId),
    invoices: invoiceRecords(queries, siteId, due),
    creditPayments: creditPaymentRecords(queries, siteId),
    ledger: ledgerRecords(queries, siteId),
    journals: journalRecords(queries, siteId),
    exchangeRates: exchangeRateRecords(queries, siteId),
    exports: exportRecords(queries, siteId, due),
    exportFiles: exportFileRecords(queries, siteId),
    intents: intentRecords(queries, siteId, due),
    gatewayOperations: gatewayOperationRecords(queries, siteId, due),
    paymentActions: paymentActionRecords(queries, siteId, due),
    outcomes: outcomeRecords(queries, siteId),
    approvals: approvalRecords(queries, siteId),
    auditLog: auditLogRecords(queries, siteId),
    erasure: erasureRecords(queries, siteId),
    payouts: payoutRecords(queries, siteId, due),
    periods: periodRecords(queries, siteId, due),
    reports: reportRecords(queries, siteId),
    reportRuns: reportRunRecords(queries, siteId, due),
    retention: retentionRecords(queries, siteId),
    revenue: revenueRecords(queries, siteId, due),
    search: searchRecords(queries, siteId),
    imports: importRecords(queries, siteId),
    disputes: disputeRecords(queries, siteId),
    dunning: dunningRecords(queries, siteId),
    gatewayAccounts: gatewayAccountRecords(queries, siteId),
    gatewayOutages: gatewayOutageRecords(queries, siteId, due),
    gatewayNotifications: notificationRecords(queries, siteId, due),
    due: dueRecords(queries, siteId, clock, wake.worker, items),
    events: eventRecords(queries, siteId, wake.webhooks),
    openAlerts: openAlertRecords(queries, siteId),
    outbox: outboxRecords(queries, siteId, clock, wake.mail),
    webhookEndpoints: webhookEndpointRecords(queries, siteId, clock),
    webhookDeliveries: webhookDeliveryRecords(queries, siteId, wake.webhooks),
    next: (series, count) => nextNumber(queries, siteId, series, count),
    upcoming: (series) => upcomingNumber(queries, siteId, series),
  };
};

/** Returns the tables and columns of the due items of every kind. */
export const dueColumns = (queries: Queries, clock: SystemClock): readonly DueColumns[] => {
  const items = dueItems(queries, '', clock);
  recordsOf(queries, '', clock, NO_WAKE, items);
  return items.known;
};

import type { AccountRecords, AcquisitionRecords, NoteRecords, ShippingAddressRecords } from './accounts.ts';
import type { AdjustmentRecords } from './adjustments.ts';
import type { ApprovalRecords } from './approvals.ts';
import type { AuditLogRecords } from './audit-log.ts';
import type { BusinessEntityRecords } from './business-entities.ts';
import type { CouponRecords, RedemptionRecords } from './coupons.ts';
import type { CustomFieldRecords } from './custom-fields.ts';
import type { DisputeRecords } from './disputes.ts';
import type { DueRecords } from './due.ts';
import type { DunningRecords } from './dunning.ts';
import type { ErasureRecords } from './erasure.ts';
import type { EventRecords } from './events.ts';
import type { ExchangeRateRecords } from './exchange-rates.ts';
import type { ExportFileRecords, ExportRecords } from './exports.ts';
import type { ExternalRecords } from './external.ts';
import type { GatewayAccountRecords } from './gateway-accounts.ts';
import type { NotificationRecords } from './gateway-notifications.ts';
import type { GatewayOperationRecords } from './gateway-operations.ts';
import type { GatewayOutageRecords } from './gateway-outages.ts';
import type { GeneralLedgerAccountRecords, PerformanceObligationRecords } from './general-ledger.ts';
import type { GiftCardRecords } from './gift-cards.ts';
import type { ImportRecords } from './imports.ts';
import type { IntentRecords, OutcomeRecords } from './intents.ts';
import type { InvoiceTemplateRecords } from './invoice-templates.ts';
import type { CreditPaymentRecords, InvoiceRecords } from './invoices.ts';
import type { ItemRecords } from './items.ts';
import type { JournalRecords } from './journals.ts';
import type { LedgerRecords } from './ledger.ts';
import type { OpenAlertRecords } from './open-alerts.ts';
import type { OutboxRecords } from './outbox.ts';
import type { PaymentActionRecords } from './payment-actions.ts';
import type { PaymentMethodRecords } from './payment-methods.ts';
import type { PayoutRecords } from './payouts.ts';
import type { PeriodRecords } from './periods.ts';
import type { PermissionRecords } from './permissions.ts';
import type { AddOnRecords, MeasuredUnitRecords, PlanRecords } from './plans.ts';
import type { ReportRunRecords } from './report-runs.ts';
import type { ReportRecords } from './reports.ts';
import type { RetentionRecords } from './retention.ts';
import type { RevenueRecords } from './revenue.ts';
import type { SearchRecords } from './search.ts';
import type { ShippingMethodRecords } from './shipping-methods.ts';
import type { SubscriptionRecords } from './subscriptions.ts';
import type { TransactionRecords } from './transactions.ts';
import type { UsageRecords } from './usages.ts';
import type { WebhookDeliveryRecords, WebhookEndpointRecords } from './webhooks.ts';

/** All records of one site. */
export interface Records {
  readonly accounts: AccountRecords;
  readonly shippingAddresses: ShippingAddressRecords;
  readonly paymentMethods: PaymentMethodRecords;
  readonly acquisitions: AcquisitionRecords;
  readonly notes: NoteRecords;
  readonly transactions: TransactionRecords;
  readonly subscriptions: SubscriptionRecords;
  readonly usages: UsageRecords;
  readonly adjustments: AdjustmentRecords;
  readonly invoices: InvoiceRecords;
  readonly creditPayments: CreditPaymentRecords;
  readonly ledger: LedgerRecords;
  readonly journals: JournalRecords;
  readonly exchangeRates: ExchangeRateRecords;
  readonly exports: ExportRecords;
  readonly exportFiles: ExportFileRecords;
  readonly plans: PlanRecords;
  readonly addOns: AddOnRecords;
  readonly measuredUnits: MeasuredUnitRecords;
  readonly items: ItemRecords;
  readonly businessEntities: BusinessEntityRecords;
  readonly invoiceTemplates: InvoiceTemplateRecords;
  readonly generalLedgerAccounts: GeneralLedgerAccountRecords;
  readonly performanceObligations: PerformanceObligationRecords;
  readonly shippingMethods: ShippingMethodRecords;
  readonly permissions: PermissionRecords;
  readonly external: ExternalRecords;
  readonly customFields: CustomFieldRecords;
  readonly coupons: CouponRecords;
  readonly redemptions: RedemptionRecords;
  readonly giftCards: GiftCardRecords;
  readonly intents: IntentRecords;
  readonly gatewayOperations: GatewayOperationRecords;
  readonly paymentActions: PaymentActionRecords;
  readonly outcomes: OutcomeRecords;
  readonly disputes: DisputeRecords;
  readonly dunning: DunningRecords;
  readonly gatewayAccounts: GatewayAccountRecords;
  readonly gatewayOutages: GatewayOutageRecords;
  readonly gatewayNotifications: NotificationRecords;
  readonly due: DueRecords;
  readonly approvals: ApprovalRecords;
  readonly auditLog: AuditLogRecords;
  readonly erasure: ErasureRecords;
  readonly payouts: PayoutRecords;
  readonly periods: PeriodRecords;
  readonly reports: ReportRecords;
  readonly reportRuns: ReportRunRecords;
  readonly retention: RetentionRecords;
  readonly revenue: RevenueRecords;
  readonly search: SearchRecords;
  readonly imports: ImportRecords;
  readonly events: EventRecords;
  readonly openAlerts: OpenAlertRecords;
  readonly outbox: OutboxRecords;
  readonly webhookEndpoints: WebhookEndpointRecords;
  readonly webhookDeliveries: WebhookDeliveryRecords;
  /**
   * Takes the next number, or several numbers, of a series of this site, which starts at 1. Returns the first one
   * taken.
   */
  next(series: string, count?: number): Promise<number>;
  /** Returns the number that `next` would take. Takes none. */
  upcoming(series: string): Promise<number>;
}

export interface TransactionHow {
  /**
   * The transaction assigns invoice numbers. Such transactions of one site conflict, so they run one after the other
   * from the start.
   */
  readonly numbering?: boolean | undefined;
  /**
   * The account to which all records belong that the transaction reads and writes, apart from counters that a single
   * statement changes. It may then be committed together with transactions of other accounts.
   */
  readonly account?: string | undefined;
  /** The correlation id of its events and mail, if it writes neither an entry of the audit log nor an intent. */
  readonly correlation?: string | undefined;
}

/**
 * The storage that use cases work with. `of` reads outside any transaction. A transaction body may be run again from
 * the start, and must await nothing but the records it is passed. If it throws, everything is rolled back.
 */
export interface Storage {
  of(siteId: string): Records;
  transaction<T>(siteId: string, work: (records: Records) => Promise<T>, how?: TransactionHow): Promise<T>;
  /**
   * Yields what `read` yields of records that are all as they were at its first read, whatever changes meanwhile. A
   * database in memory has no such snapshot: each read of it sees what is committed then.
   */
  snapshot<T>(read: (snapshot: Pick<Storage, 'of'>) => AsyncGenerator<T, void>): AsyncGenerator<T, void>;
}

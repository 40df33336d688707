/** The tools of `billing` in the order of the help, each with its topic as one sentence. */
const TOPICS = {
  site: 'Sites: one for each merchant, with keys and records of its own.',
  key: 'Keys of a site: private ones for the XML API, one public one for browsers.',
  gateway: 'Gateway accounts of a site: where its payments go.',
  webhook: 'Webhooks of a site: where its events are delivered, and what became of each delivery.',
  'shipping-method': 'Shipping methods: the ways of delivery that subscriptions and purchases have fees for.',
  dunning: 'Dunning campaigns: when customers of past-due invoices are reminded, and what happens at the end.',
  'custom-field':
    'Custom fields: what accounts, subscriptions, plans, items and charges can have besides their own fields.',
  'business-entity':
    'Business entities: the companies of a merchant that sell, with taxes, texts and invoice numbers of their own.',
  'invoice-template': 'Invoice templates: how the documents of invoices look, their pictures, address and texts.',
  'performance-obligation': 'Performance obligations: when what was sold counts as delivered.',
  permission: 'Permissions of customers: what an application lets them use, by what they subscribe to.',
  import: 'Brings a business over from another system, and imports what app stores have sold.',
  due: 'Due work that failed, is late or waits: renewals, collections, settlements, dunning, messages of gateways.',
  dispute: 'Disputes of payments, as their gateways report them.',
  mail: 'Mail to customers and to the technical contact: what was sent, what is waiting, what bounced.',
  note: 'Notes about an account.',
  search: 'Finds customers, subscriptions, invoices, payments, coupons, gift cards and requests of a site.',
  explain: 'How the amounts of an invoice were computed: periods, factors, tiers, discounts, taxes, credits.',
  report: 'Reports for finance, which agree with the ledger.',
  'exchange-rates': 'Euro reference rates of the European Central Bank, for tax returns.',
  journal: 'Journals: the postings of the ledger for accounting software.',
  export: 'Exports all records of a site as CSV files, for other programs.',
  payout: 'Payouts of gateways to the bank: recording them, and accepting what differs from the books.',
  period: 'Accounting periods: which months are closed, closing the next one, its snapshot.',
  audit: 'The audit log: who changed what, and when.',
  account: "Accounts of customers: erasure of a customer's personal data on request.",
  operator: 'Operators of the console: invitations, roles and sessions. The first one is invited here.',
  doctor: 'An examination of everything that the service needs.',
  backup: 'A copy of the database, while the service runs.',
  restore: 'A backup in the place of the database, while the service is stopped.',
  reconcile:
    'After a restore: compares the books of a site with its gateways, and adopts or refunds what only a gateway has.',
  completion: 'Completion of commands and options in a shell.',
} as const;

export type ToolName = keyof typeof TOPICS;

export const TOOL_NAMES = Object.keys(TOPICS) as ToolName[];

/** Returns the name of a tool and its topic: how its entry begins, and all that the help of `billing` needs of it. */
export const topic = (name: ToolName): { readonly name: ToolName; readonly does: string } => ({
  name,
  does: TOPICS[name],
});

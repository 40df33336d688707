/**
 * The roles of operators, and what each may do: the only table of permissions. Pages, menus, links and search results
 * follow from it, and it is asked again before a use case runs.
 */

export const ROLES = ['owner', 'admin', 'developer', 'support', 'finance', 'analyst', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (name: string): name is Role => (ROLES as readonly string[]).includes(name);

/** One sentence a role: the person who has it. */
export const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  owner: 'May do everything, and is never without access.',
  admin: 'Runs the site: customers, money, catalogue, settings, gateways and operators.',
  developer: 'Looks after keys, webhooks and stuck work. Sees personal data in a sandbox only.',
  support: 'Helps customers: subscriptions, mail, notes, and refunds up to a limit.',
  finance: 'Looks after money: refunds, credits, write-offs, disputes and reports.',
  analyst: 'Sees figures. Customers appear by their account code only.',
  auditor: 'Sees everything, the audit log included, and changes nothing.',
};

interface Rule {
  /** The action that the permission allows, for the matrix of roles. */
  readonly label: string;
  readonly roles: readonly Role[];
  /** Roles that have the permission in a sandbox only. */
  readonly sandbox?: readonly Role[];
  /** Whether it changes something: read-only operators do not have it. */
  readonly changes?: true;
  /** Whether some of its actions move money, or give a claim to it up. */
  readonly money?: true;
}

const ALL = ROLES;
const [OWNER, ADMIN, DEVELOPER, SUPPORT, FINANCE, ANALYST, AUDITOR] = ROLES;

const rules = {
  'customers.read': { label: 'See customers and their timeline', roles: ALL },
  'customers.personal': {
    label: 'See names, email addresses and addresses',
    roles: [OWNER, ADMIN, SUPPORT, FINANCE, AUDITOR],
    sandbox: [DEVELOPER],
  },
  'customers.edit': { label: 'Change details of customers', roles: [OWNER, ADMIN, SUPPORT], changes: true },
  'customers.note': { label: 'Add notes', roles: [OWNER, ADMIN, SUPPORT, FINANCE], changes: true },
  'customers.link': { label: 'Send customers a sign-in link', roles: [OWNER, ADMIN, SUPPORT], changes: true },
  'customers.view_as': { label: 'View the account pages as the customer', roles: [OWNER, ADMIN, SUPPORT] },
  'customers.close': { label: 'Close and reopen accounts', roles: [OWNER, ADMIN, SUPPORT], changes: true },
  'customers.erase': { label: 'Erase personal data', roles: [OWNER, ADMIN], changes: true },
  'charges.create': { label: 'Charge customers', roles: [OWNER, ADMIN, FINANCE], changes: true, money: true },
  'credits.create': { label: 'Give credit', roles: [OWNER, ADMIN, FINANCE], changes: true, money: true },
  'invoices.create': { label: 'Invoice pending charges', roles: [OWNER, ADMIN, FINANCE], changes: true, money: true },
  'subscriptions.read': { label: 'See subscriptions', roles: ALL },
  'subscriptions.change': {
    label: 'Change, pause, resume, postpone and reactivate subscriptions',
    roles: [OWNER, ADMIN, SUPPORT],
    changes: true,
    money: true,
  },
  'coupons.redeem': {
    label: 'Redeem coupons for customers, and remove them',
    roles: [OWNER, ADMIN, SUPPORT],
    changes: true,
  },
  'subscriptions.cancel': { label: 'Cancel subscriptions', roles: [OWNER, ADMIN, SUPPORT], changes: true, money: true },
  'invoices.read': { label: 'See invoices', roles: ALL },
  'invoices.refund': {
    label: 'Refund, up to the daily limit of the role',
    roles: [OWNER, ADMIN, SUPPORT, FINANCE],
    changes: true,
    money: true,
  },
  'invoices.collect': {
    label: 'Collect invoices',
    roles: [OWNER, ADMIN, SUPPORT, FINANCE],
    changes: true,
    money: true,
  },
  'invoices.record_payment': { label: 'Record payments', roles: [OWNER, ADMIN, FINANCE], changes: true, money: true },
  'invoices.write_off': {
    label: 'Write off invoices, and void credit',
    roles: [OWNER, ADMIN, FINANCE],
    changes: true,
    money: true,
  },
  'invoices.edit': { label: 'Edit purchase order numbers and notes', roles: [OWNER, ADMIN, FINANCE], changes: true },
  'invoices.send': { label: 'Send invoices again', roles: [OWNER, ADMIN, SUPPORT, FINANCE], changes: true },
  'dunning.stop': { label: 'Stop dunning', roles: [OWNER, ADMIN, FINANCE], changes: true },
  'dunning.assign': { label: 'Choose dunning campaigns', roles: [OWNER, ADMIN, FINANCE], changes: true },
  'payments.read': { label: 'See payments', roles: ALL },
  'payments.look_up': { label: 'Look payments up at the gateway', roles: [OWNER, ADMIN, DEVELOPER, SUPPORT, FINANCE] },
  'past_due.read': { label: 'See what is past due', roles: [OWNER, ADMIN, SUPPORT, FINANCE, ANALYST, AUDITOR] },
  'disputes.read': { label: 'See disputes', roles: [OWNER, ADMIN, SUPPORT, FINANCE, ANALYST, AUDITOR] },
  'disputes.answer': { label: 'Answer disputes', roles: [OWNER, ADMIN, SUPPORT, FINANCE], changes: true, money: true },
  'approvals.read': {
    label: 'See what waits for a second operator',
    roles: [OWNER, ADMIN, SUPPORT, FINANCE, AUDITOR],
  },
  'approvals.withdraw': {
    label: 'Withdraw what they asked a second operator for',
    roles: [OWNER, ADMIN, SUPPORT, FINANCE],
    changes: true,
  },
  'approvals.decide': {
    label: 'Approve and decline what others ask for',
    roles: [OWNER, ADMIN, FINANCE],
    changes: true,
    money: true,
  },
  'catalogue.read': { label: 'See the catalogue', roles: ALL },
  'catalogue.edit': { label: 'Change the catalogue', roles: [OWNER, ADMIN], changes: true },
  'codes.read': { label: 'Generate and download coupon codes', roles: [OWNER, ADMIN], changes: true },
  'work.read': {
    label: 'See failed, parked and late work',
    roles: [OWNER, ADMIN, DEVELOPER, SUPPORT, FINANCE, AUDITOR],
  },
  'work.retry': { label: 'Retry work', roles: [OWNER, ADMIN, DEVELOPER], changes: true },
  'work.dismiss': { label: 'Dismiss work', roles: [OWNER, ADMIN], changes: true },
  'mail.read': { label: 'Read mail to customers', roles: [OWNER, ADMIN, SUPPORT, FINANCE, AUDITOR] },
  'mail.send': { label: 'Send mail again', roles: [OWNER, ADMIN, SUPPORT], changes: true },
  'webhooks.read': { label: 'See webhooks', roles: [OWNER, ADMIN, DEVELOPER, AUDITOR] },
  'webhooks.edit': { label: 'Change endpoints, retry and replay', roles: [OWNER, ADMIN, DEVELOPER], changes: true },
  'reports.read': { label: 'See takings and reports', roles: [OWNER, ADMIN, FINANCE, ANALYST, AUDITOR] },
  'reports.run': {
    label: 'Make reports in the background, and cancel them',
    roles: [OWNER, ADMIN, FINANCE, ANALYST, AUDITOR],
    changes: true,
  },
  'payouts.record': {
    label: 'Import payouts, have them fetched, and accept what differs',
    roles: [OWNER, ADMIN, FINANCE],
    changes: true,
  },
  'periods.close': { label: 'Close months', roles: [OWNER, ADMIN, FINANCE], changes: true },
  'periods.reopen': { label: 'Reopen closed months', roles: [OWNER], changes: true },
  'exports.read': { label: 'Download lists as CSV', roles: [OWNER, ADMIN, FINANCE, ANALYST, AUDITOR] },
  'journals.make': {
    label: 'Make journals for accounting software, and change their chart',
    roles: [OWNER, ADMIN, FINANCE],
    changes: true,
  },
  'exchange_rates.import': {
    label: 'Import and enter exchange rates',
    roles: [OWNER, ADMIN, FINANCE],
    changes: true,
  },
  'keys.read': { label: 'See API keys', roles: [OWNER, ADMIN, DEVELOPER, AUDITOR] },
  'keys.edit': { label: 'Create, rotate and revoke API keys', roles: [OWNER, ADMIN, DEVELOPER], changes: true },
  'settings.read': { label: 'See settings', roles: [OWNER, ADMIN, DEVELOPER, FINANCE, AUDITOR] },
  'settings.edit': { label: 'Change settings', roles: [OWNER, ADMIN], changes: true },
  'clock.move': { label: 'Move the clock of a sandbox', roles: [OWNER, ADMIN, DEVELOPER], changes: true },
  'operators.read': { label: 'See operators and roles', roles: [OWNER, ADMIN, AUDITOR] },
  'operators.edit': { label: 'Invite operators and give roles', roles: [OWNER, ADMIN], changes: true },
  'audit.read': { label: 'See the audit log', roles: [OWNER, ADMIN, AUDITOR] },
  'system.read': { label: 'See versions, processes and queues', roles: [OWNER, ADMIN, DEVELOPER, AUDITOR] },
} as const satisfies Readonly<Record<string, Rule>>;

export type Permission = keyof typeof rules;

export const PERMISSIONS = Object.keys(rules) as readonly Permission[];

/** Returns what the table says about a permission. */
export const permissionRule = (permission: Permission): Rule => rules[permission];

/** The facts that decide what an operator may do at a site. */
export interface Standing {
  readonly roles: readonly Role[];
  readonly sandbox: boolean;
  readonly readOnly: boolean;
}

/** Whether an operator with these roles may do something. */
export const isPermitted = ({ roles, sandbox, readOnly }: Standing, permission: Permission): boolean => {
  const rule = permissionRule(permission);
  if (readOnly && rule.changes) return false;
  return roles.some((role) => rule.roles.includes(role) || (sandbox && rule.sandbox?.includes(role)));
};

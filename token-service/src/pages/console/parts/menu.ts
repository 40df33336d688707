import type { Permission } from '@service/billing/domain/operators/permissions.ts';

export interface MenuEntry {
  readonly path: string;
  readonly label: string;
  readonly permission: Permission | 'signed in';
  /** Another path whose pages belong to it. */
  readonly also?: string;
  /** The second key of its shortcut: `g c` opens the customers. */
  readonly key?: string;
}

/** The menu, in groups. An operator sees what the permissions of the pages allow. */
export const MENU: readonly (readonly [heading: string, entries: readonly MenuEntry[]])[] = [
  [
    '',
    [
      { path: '/', label: 'Home', permission: 'signed in', key: 'h' },
      { path: '/customers', label: 'Customers', permission: 'customers.read', key: 'c' },
      { path: '/subscriptions', label: 'Subscriptions', permission: 'subscriptions.read', key: 's' },
      { path: '/catalogue', label: 'Catalogue', permission: 'catalogue.read', key: 'k' },
    ],
  ],
  [
    'Money',
    [
      { path: '/invoices', label: 'Invoices', permission: 'invoices.read', key: 'i' },
      { path: '/payments', label: 'Payments', permission: 'payments.read', key: 'p' },
      { path: '/past-due', label: 'Past due', permission: 'past_due.read', key: 'd' },
      { path: '/disputes', label: 'Disputes', permission: 'disputes.read' },
      { path: '/approvals', label: 'Approvals', permission: 'approvals.read' },
      { path: '/reports', label: 'Reports', permission: 'reports.read', key: 'r', also: '/payouts' },
    ],
  ],
  [
    'Operation',
    [
      { path: '/work', label: 'Work', permission: 'work.read', key: 'w' },
      { path: '/mail', label: 'Mail', permission: 'mail.read', key: 'm' },
      { path: '/webhooks', label: 'Webhooks', permission: 'webhooks.read' },
    ],
  ],
  [
    'Site',
    [
      { path: '/keys', label: 'API keys', permission: 'keys.read' },
      { path: '/settings', label: 'Settings', permission: 'settings.read' },
      { path: '/operators', label: 'Operators', permission: 'operators.read' },
      { path: '/audit', label: 'Audit log', permission: 'audit.read', key: 'a' },
      { path: '/system', label: 'System', permission: 'system.read' },
    ],
  ],
];

import type { ConsoleRoute } from '../../route.ts';
import { type AuditDeps, auditPages } from './audit.ts';
import { businessEntityPages } from './business-entities.ts';
import type { GatewayPagesDeps } from './gateways/gateway-deps.ts';
import { gatewayPages } from './gateways/gateway-pages.ts';
import { invoiceNumberPages } from './invoice-number.ts';
import { invoiceTemplatePages } from './invoice-templates.ts';
import { type KeysDeps, keyPages } from './keys.ts';
import { sandboxClockPages } from './sandbox-clock.ts';
import { type SettingsDeps, settingsPages } from './settings.ts';
import { type SystemDeps, systemPage } from './system.ts';

export interface SitePagesDeps extends AuditDeps, KeysDeps, SettingsDeps, GatewayPagesDeps, SystemDeps {
  readonly sites: KeysDeps['sites'];
}

/** Returns the pages of the site itself: its settings, keys and gateways, its audit log, and the service. */
export const sitePages = (deps: SitePagesDeps): readonly ConsoleRoute[] => [
  ...auditPages(deps),
  ...keyPages(deps),
  ...settingsPages(deps),
  ...gatewayPages(deps),
  ...businessEntityPages(deps),
  ...invoiceTemplatePages(deps),
  ...invoiceNumberPages(deps),
  ...sandboxClockPages(deps),
  systemPage(deps),
];

import type { Site } from '@service/billing/resources/site.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { type ConsoleVisit, mayAt } from '../../visit.ts';

const TABS = [
  ['/catalogue', 'Plans'],
  ['/catalogue/items', 'Items'],
  ['/catalogue/coupons', 'Coupons'],
  ['/catalogue/gift-cards', 'Gift cards'],
  ['/catalogue/measured-units', 'Measured units'],
  ['/catalogue/shipping-methods', 'Shipping methods'],
] as const;

export type CatalogueTab = (typeof TABS)[number][0];

/** Links to the lists of the catalogue. */
export const catalogueTabs = ({ prefix }: Pick<ConsoleVisit, 'prefix'>, here: CatalogueTab): Markup =>
  html`<nav class="tabs" aria-label="Catalogue">${TABS.map(([path, label]) => html`<a href="${prefix}${path}"${path === here ? html` aria-current="page"` : ''}>${label}</a>`)}</nav>`;

/** `every month`, `every 3 months`. */
export const intervalInWords = (length: number, unit: string): string => {
  const [count, of] = unit === 'months' && length % 12 === 0 ? [length / 12, 'years'] : [length, unit];
  return count === 1 ? `every ${of.replace(/s$/, '')}` : `every ${count} ${of}`;
};

/** `1 month`, `14 days`. */
export const spanInWords = (length: number, unit: string): string =>
  `${length} ${length === 1 ? unit.replace(/s$/, '') : `${unit.replace(/s$/, '')}s`}`;

/** Returns the other sites whose catalogue the operator may change, to which this one can be copied. */
export const copyTargets = (visit: ConsoleVisit): readonly Site[] =>
  visit.sites.filter((site) => site.id !== visit.site.id && mayAt(visit, site, 'catalogue.edit'));

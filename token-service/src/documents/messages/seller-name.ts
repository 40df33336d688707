import type { Site } from '@service/billing/resources/site.ts';

/** Returns the name of a site's seller, as invoices and mail show it: the company, or else the site's name in words. */
export const sellerName = ({ company, subdomain }: Pick<Site, 'company' | 'subdomain'>): string =>
  company ||
  subdomain
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

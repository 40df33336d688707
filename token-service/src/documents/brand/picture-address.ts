import type { InvoicePicture } from '@service/billing/domain/invoices/look.ts';
import type { Site } from '@service/billing/resources/site.ts';

/** Returns the path of a site's logo at the API origin; undefined where it has none. It changes with the logo. */
export const logoAddress = ({ subdomain, logo }: Pick<Site, 'subdomain' | 'logo'>): string | undefined =>
  logo ? `/account/logos/${subdomain}.${logo.digest}.png` : undefined;

/** Returns the path of a picture of a site's invoices at the API origin. */
export const pictureAddress = ({ subdomain }: Pick<Site, 'subdomain'>, { digest, type }: InvoicePicture): string =>
  `/account/pictures/${subdomain}.${digest}.${type}`;

/** A subdomain has no dots. */
const FILE = /^([^.]+)\.([\w-]+)\.(?:png|jpeg)$/;

/** Returns the subdomain and the digest that the file of such a path names. */
export const pictureNamed = (file: string): { readonly subdomain: string; readonly digest: string } => {
  const [, subdomain = '', digest = ''] = FILE.exec(file) ?? [];
  return { subdomain, digest };
};

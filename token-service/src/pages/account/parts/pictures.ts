import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { findInvoicePicture } from '@service/billing/queries/settings/invoice-templates.ts';
import { pictureNamed } from '../../../documents/brand/picture-address.ts';
import { documentAsIs } from '../../../http/files/document.ts';
import { sendDocument } from '../../../http/files/send-document.ts';
import { PageRefused } from '../refused.ts';
import type { AccountPage, PageStep } from '../visit.ts';

/** A browser that opens the picture by itself runs nothing in it. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

interface PictureDeps extends QueryDeps {
  readonly sites: Pick<SiteRecords, 'find' | 'logo'>;
}

/** Serves the logo of a site, to everyone. Its address changes with it. */
export const logo = ({ sites }: Pick<PictureDeps, 'sites'>): PageStep =>
  async function logo(ctx) {
    const { subdomain, digest } = pictureNamed(ctx.params.file ?? '');
    const site = await sites.find(subdomain);
    const bytes = site?.logo?.digest === digest ? await sites.logo(site) : undefined;
    await send(ctx, bytes && { type: 'png', bytes });
  };

/** Serves a picture of the invoices of a site, to everyone who knows its digest. */
export const invoicePicture = (deps: PictureDeps): PageStep => {
  const find = findInvoicePicture(deps);
  return async function invoicePicture(ctx) {
    const { subdomain, digest } = pictureNamed(ctx.params.file ?? '');
    const site = await deps.sites.find(subdomain);
    await send(ctx, site && (await find({ site }, digest)));
  };
};

const send = async (
  ctx: AccountPage,
  picture: { readonly type: 'png' | 'jpeg'; readonly bytes: Uint8Array } | undefined,
): Promise<void> => {
  if (!picture) throw new PageRefused('missing');
  ctx.set('Content-Type', `image/${picture.type}`);
  ctx.set('Content-Security-Policy', POLICY);
  // Mail that is read in a browser shows it too.
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  await sendDocument(ctx, documentAsIs(Buffer.from(picture.bytes)));
};

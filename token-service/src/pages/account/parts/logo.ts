import type { SiteRecords } from '@service/billing/ports/sites.ts';
import { logoNamed } from '../../../documents/brand/logo-address.ts';
import { documentAsIs } from '../../../http/files/document.ts';
import { sendDocument } from '../../../http/files/send-document.ts';
import { PageRefused } from '../refused.ts';
import type { PageStep } from '../visit.ts';

/** A browser that opens the picture by itself runs nothing in it. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Serves the logo of a site, to everyone. Its address changes with it. */
export const logo = ({ sites }: { readonly sites: Pick<SiteRecords, 'find' | 'logo'> }): PageStep =>
  async function logo(ctx) {
    const { subdomain, digest } = logoNamed(ctx.params.file ?? '');
    const site = await sites.find(subdomain);
    const bytes = site?.logo?.digest === digest ? await sites.logo(site) : undefined;
    if (!bytes) throw new PageRefused('missing');
    ctx.set('Content-Type', 'image/png');
    ctx.set('Content-Security-Policy', POLICY);
    // Mail that is read in a browser shows it too.
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    await sendDocument(ctx, documentAsIs(Buffer.from(bytes)));
  };

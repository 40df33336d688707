import type { Logo } from '../../resources/setting.ts';
import type { SiteChanges } from '../../resources/site-settings.ts';

/** Returns the logo that a site has after a change, without its file, which is stored beside the site. */
export const logoAfter = (before: { readonly logo: Logo | null }, { logo }: SiteChanges): Logo | null => {
  if (logo === undefined) return before.logo;
  return logo && { digest: logo.digest, width: logo.width, height: logo.height };
};

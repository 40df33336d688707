import { changesBetween } from '../../domain/audit-log/changes.ts';
import { tooManyKeys } from '../../domain/sites/key-rules.ts';
import { siteIssues, withModeDefaults } from '../../domain/sites/site-rules.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { logoAfter } from '../../engine/sites/logo-after.ts';
import { type Administrator, callerOn, onSite, type SiteDeps } from '../../engine/sites/on-site.ts';
import { ledgerReferenceIssues } from '../../queries/books/general-ledger.ts';
import type { Site } from '../../resources/site.ts';
import { SETTING_NAMES, type SiteChanges } from '../../resources/site-settings.ts';
import { Failure, type Issue, refuse } from '../../values/failure.ts';

/**
 * Changes the settings in the input; with the mode, settings that were the default of the mode before change too. A
 * site whose clock was moved cannot be switched to production, and one with more private keys than another mode or tier
 * allows cannot be switched to it. Throws `not_found`, `Invalid`, and
 * `site_mode_fixed` for a site with gateway accounts: each was accepted for one mode, and the clock of a sandbox, which
 * moves, must not charge cards at a live one.
 */
export const changeSite =
  (deps: SiteDeps) =>
  (operator: Administrator, subdomain: string, changes: SiteChanges): Promise<Site> =>
    onSite(deps, subdomain, async (site, sites, records) => {
      const changed: Site = {
        ...withModeDefaults({ ...site, mode: changes.mode ?? site.mode }, site.mode),
        ...changes,
        logo: logoAfter(site, changes),
      };
      if (changed.mode !== site.mode && (await records.gatewayAccounts.all()).length > 0) {
        throw new Failure('site_mode_fixed', { value: subdomain, mode: site.mode });
      }
      refuse([
        // A month would begin and end at other moments than it was closed for.
        ...(changed.time_zone !== site.time_zone && site.books_closed_until > 0
          ? [{ field: 'site.time_zone', symbol: 'invalid', reason: 'zone_of_closed_months' } satisfies Issue]
          : []),
        ...siteIssues(changed),
        ...tooManyKeys(changed, await sites.keys(site.id)),
        ...(await ledgerReferenceIssues(records, 'site', changes, 'gift_card_')),
      ]);
      await sites.save(changed);
      if (changes.logo !== undefined) await sites.keepLogo(site.id, changes.logo);
      await records.auditLog.append(
        auditEntry(
          deps.world,
          callerOn(deps.world, operator, changed),
          'site.changed',
          subdomain,
          changesBetween(site, changed, SETTING_NAMES),
        ),
      );
      return changed;
    });

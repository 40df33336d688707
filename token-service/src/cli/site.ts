import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { rotateLoginToken } from '@service/billing/usecases/accounts/rotate-login-token.ts';
import { cancelJourney } from '@service/billing/usecases/sites/cancel-journey.ts';
import { changeSite } from '@service/billing/usecases/sites/change-site.ts';
import { createSite } from '@service/billing/usecases/sites/create-site.ts';
import { travelClock } from '@service/billing/usecases/sites/travel-clock.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { followJourney } from './follow-journey.ts';
import { readJourney } from './journey.ts';
import { inColumns } from './layout.ts';
import { readSiteSettings, showSettings, siteOptions, siteOptionsHelp } from './site-options.ts';
import { main, type Tool, UsageError } from './tool.ts';

const HELP = `Sites: one for each merchant, with keys and records of its own.

  npm run site -- list
  npm run site -- show <subdomain>
  npm run site -- create <subdomain> [settings]   prints its first private key, once
  npm run site -- change <subdomain> [settings]   changes what is named, leaves the rest
  npm run site -- travel <subdomain> --to 2027-01-01   shows how far due work has come
  npm run site -- travel <subdomain> --by 30d     s, m, h, d or w; sandbox sites only, ten years at most
  npm run site -- travel <subdomain> --cancel     stops the clock where due work has come
  npm run site -- rotate-login <subdomain> <account_code>   a new link to the account pages; signs the customer out

Settings (none clears one that may be empty):

${siteOptionsHelp}

Examples:

  npm run site -- create acme --mode production --currencies EUR,USD --technical-contact ops@acme.example
  npm run site -- change acme --address-requirement zip
  npm run site -- travel demo --by 1d

DATA_DIR and DATABASE_URL say where the data is, as for npm start. The exit status is 0 when it is done,
1 when it was refused (nothing has changed), 2 when the command could not be understood. travel also ends with 1
when the clock was moved and does not arrive: no worker runs, or the journey was cancelled.`;

export const siteTool: Tool = {
  name: 'npm run site --',
  help: HELP,
  commands: {
    list: {
      takes: [],
      async run({ sites }) {
        const rows = (await sites.all()).map((site) => [
          site.subdomain,
          site.mode,
          site.standing,
          site.currencies.join(','),
        ]);
        if (rows.length === 0) return 'There are no sites yet. Create one: npm run site -- create <subdomain>';
        return inColumns([['SUBDOMAIN', 'MODE', 'STANDING', 'CURRENCIES'], ...rows]);
      },
    },
    show: {
      takes: ['subdomain'],
      async run({ sites, world }, [subdomain = '']) {
        const site = await needSite(sites, subdomain);
        const clock = ['clock', isoTime(siteTime(site, world.clock)) + (site.clock_offset === 0 ? '' : ' (travelled)')];
        return inColumns([['subdomain', site.subdomain], ['id', site.id], clock, ...showSettings(site)]);
      },
    },
    create: {
      takes: ['subdomain'],
      database: 'created',
      options: siteOptions,
      async run(toolbox, [subdomain = ''], given) {
        const { site, privateKey, publicKey } = await createSite(toolbox)(toolbox.operator, {
          ...readSiteSettings(given),
          subdomain,
        });
        return `The ${site.mode} site ${subdomain} is there.

  private key  ${privateKey.secret}
  public key   ${publicKey.secret}

Keep the private key now: it is stored hashed and cannot be shown again.`;
      },
    },
    change: {
      takes: ['subdomain'],
      options: siteOptions,
      async run(toolbox, [subdomain = ''], given) {
        const settings = readSiteSettings(given);
        if (Object.keys(settings).length === 0) throw new UsageError('Name at least one setting to change.');
        const site = await changeSite(toolbox)(toolbox.operator, subdomain, settings);
        return `Changed.\n\n${inColumns(showSettings(site))}`;
      },
    },
    'rotate-login': {
      takes: ['subdomain', 'account_code'],
      async run(toolbox, [subdomain = '', accountCode = '']) {
        await rotateLoginToken(toolbox)(toolbox.operator, subdomain, accountCode);
        return `The earlier links of account ${accountCode} no longer work. The XML API shows its new hosted_login_token.`;
      },
    },
    travel: {
      takes: ['subdomain'],
      options: { to: { type: 'string' }, by: { type: 'string' }, cancel: { type: 'boolean' } },
      async run(toolbox, [subdomain = ''], given) {
        if (given.cancel) {
          if (given.to !== undefined || given.by !== undefined) throw new UsageError('Give --cancel alone.');
          const { at } = await cancelJourney(toolbox)(toolbox.operator, subdomain);
          return `The journey is cancelled: the clock of ${subdomain} shows ${isoTime(at)}.`;
        }
        const { site, at } = await travelClock(toolbox)(toolbox.operator, subdomain, readJourney(given));
        const ran = await followJourney(toolbox, site);
        const now = await needSite(toolbox.sites, subdomain);
        if (now.clock_offset < site.clock_offset) {
          const stopped = isoTime(siteTime(now, toolbox.world.clock));
          throw new OperatorTrouble(`The journey was cancelled: the clock of ${subdomain} shows ${stopped}.`);
        }
        return `The clock of ${subdomain} shows ${isoTime(at)}.${ran}`;
      },
    },
  },
};

if (import.meta.main) await main(siteTool);

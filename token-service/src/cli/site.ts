import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { SETTING_NAMES } from '@service/billing/resources/site-settings.ts';
import { rotateLoginToken } from '@service/billing/usecases/accounts/rotate-login-token.ts';
import { cancelClockMove } from '@service/billing/usecases/sites/cancel-clock-move.ts';
import { changeSite } from '@service/billing/usecases/sites/change-site.ts';
import { createSite } from '@service/billing/usecases/sites/create-site.ts';
import { raiseInvoiceNumber } from '@service/billing/usecases/sites/raise-invoice-number.ts';
import { travelClock } from '@service/billing/usecases/sites/travel-clock.ts';
import { isoTime, type SystemClock } from '@service/billing/values/time.ts';
import { replaceableTexts } from '../documents/messages/own-texts.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { readClockMove } from './clock-move.ts';
import { command, type Tool, UsageError } from './command.ts';
import { followClockMove } from './follow-clock-move.ts';
import { inColumns } from './layout.ts';
import { ownFieldsNotice } from './own-fields-notice.ts';
import { readLanguageOfTexts } from './read-texts.ts';
import { readSiteSettings, settingsJson, showSettings, siteOptions } from './site-options.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const SHOWN = ['subdomain', 'id', 'clock', 'clock_travelled', ...SETTING_NAMES] as const;

const siteJson = (site: Site, clock: SystemClock) => ({
  ...{ subdomain: site.subdomain, id: site.id, clock: isoTime(siteTime(site, clock)) },
  clock_travelled: site.clock_offset !== 0,
  ...settingsJson(site),
});

export const siteTool: Tool = {
  ...topic('site'),
  about: 'none clears a setting that may be empty.',
  notes: `travel also ends with 1 when the clock was moved and does not arrive: no worker runs, or the move was cancelled.`,
  commands: {
    list: command({
      takes: [],
      does: 'Lists all sites.',
      example: '',
      prints: 'array',
      members: ['subdomain', 'mode', 'standing', 'currencies'],
      async run({ sites }) {
        const all = await sites.all();
        const rows = all.map((site) => [site.subdomain, site.mode, site.standing, site.currencies.join(',')]);
        return {
          text:
            rows.length === 0
              ? 'There are no sites yet. Create one: npm run site -- create <subdomain>'
              : inColumns([['SUBDOMAIN', 'MODE', 'STANDING', 'CURRENCIES'], ...rows]),
          json: all.map(({ subdomain, mode, standing, currencies }) => ({ subdomain, mode, standing, currencies })),
        };
      },
    }),
    show: command({
      takes: ['subdomain'],
      does: 'Shows the settings and the clock of a site.',
      example: 'demo',
      members: SHOWN,
      async run({ sites, world }, [subdomain = '']) {
        const site = await needSite(sites, subdomain);
        const clock = ['clock', isoTime(siteTime(site, world.clock)) + (site.clock_offset === 0 ? '' : ' (travelled)')];
        return {
          text: inColumns([['subdomain', site.subdomain], ['id', site.id], clock, ...showSettings(site)]),
          json: siteJson(site, world.clock),
        };
      },
    }),
    create: command({
      takes: ['subdomain'],
      does: 'Creates a site and prints its first private key, once.',
      example: 'acme --mode production --currencies EUR,USD --technical-contact ops@acme.example',
      database: 'created',
      options: siteOptions,
      members: ['subdomain', 'mode', 'private_key', 'public_key'],
      async run(toolbox, [subdomain = ''], given) {
        const { site, privateKey, publicKey } = await createSite(toolbox)(toolbox.operator, {
          ...readSiteSettings(given),
          subdomain,
        });
        return {
          text: `The ${site.mode} site ${subdomain} is there.

  private key  ${privateKey.secret}
  public key   ${publicKey.secret}

Keep the private key now: it is stored hashed and cannot be shown again.`,
          json: { subdomain, mode: site.mode, private_key: privateKey.secret, public_key: publicKey.secret },
        };
      },
    }),
    change: command({
      takes: ['subdomain'],
      does: 'Changes the given settings of a site, and leaves the rest.',
      example: 'acme --address-requirement zip',
      options: {
        ...siteOptions,
        'next-invoice-number': {
          value: '<number>',
          help: 'The number of the next invoice: upwards only, for example after a restore. Given alone.',
        },
      },
      members: SHOWN,
      async run(toolbox, [subdomain = ''], given) {
        const settings = readSiteSettings(given);
        const number = given['next-invoice-number'];
        if (typeof number === 'string') {
          if (Object.keys(settings).length > 0) throw new UsageError('Give --next-invoice-number alone.');
          if (!/^\d{1,9}$/.test(number)) throw new UsageError(`--next-invoice-number takes a number, not “${number}”.`);
          await raiseInvoiceNumber(toolbox)(toolbox.operator, subdomain, Number(number));
          return {
            text: `The next invoice of ${subdomain} has number ${Number(number)}.`,
            json: siteJson(await needSite(toolbox.sites, subdomain), toolbox.world.clock),
          };
        }
        if (Object.keys(settings).length === 0) throw new UsageError('Name at least one setting to change.');
        const site = await changeSite(toolbox)(toolbox.operator, subdomain, settings);
        const notice = settings.custom_fields ? await ownFieldsNotice(toolbox.storage.of(site.id), subdomain) : '';
        return {
          text: `Changed.\n\n${inColumns(showSettings(site))}${notice}`,
          json: siteJson(site, toolbox.world.clock),
        };
      },
    }),
    texts: command({
      takes: ['language', 'subdomain?'],
      does: 'Prints all texts for customers in a language as JSON, with those of a site over them.',
      example: 'de acme',
      members: ['language', 'texts'],
      async run({ sites }, [tag = '', subdomain]) {
        const language = readLanguageOfTexts(tag);
        const own = subdomain === undefined ? {} : (await needSite(sites, subdomain)).texts;
        const texts = { ...Object.fromEntries(replaceableTexts(language)), ...own[language] };
        return { text: JSON.stringify({ [language]: texts }, null, 2), json: { language, texts } };
      },
    }),
    'rotate-login': command({
      takes: ['subdomain', 'account_code'],
      does: 'Makes a new link to the account pages, and signs the customer out.',
      example: 'demo customer-1',
      members: ['site', 'account_code'],
      async run(toolbox, [subdomain = '', accountCode = '']) {
        await rotateLoginToken(toolbox)(toolbox.operator, subdomain, accountCode);
        return {
          text: `The earlier links of account ${accountCode} no longer work. The XML API shows its new hosted_login_token.`,
          json: { site: subdomain, account_code: accountCode },
        };
      },
    }),
    travel: command({
      takes: ['subdomain'],
      does: 'Moves the clock of a sandbox site forward, and shows how far due work has come.',
      example: 'demo --by 1d',
      options: {
        to: { value: '<moment>', help: 'The date or time to travel to, such as 2027-01-01.' },
        by: { value: '<duration>', help: 'The time to travel by, in s, m, h, d or w, such as 30d; ten years at most.' },
        cancel: { help: 'Stops the clock where due work has come.' },
      },
      members: ['site', 'clock'],
      async run(toolbox, [subdomain = ''], given) {
        if (given.cancel) {
          if (given.to !== undefined || given.by !== undefined) throw new UsageError('Give --cancel alone.');
          const { at } = await cancelClockMove(toolbox)(toolbox.operator, subdomain);
          return {
            text: `The move is cancelled: the clock of ${subdomain} shows ${isoTime(at)}.`,
            json: { site: subdomain, clock: isoTime(at) },
          };
        }
        const { site, at } = await travelClock(toolbox)(toolbox.operator, subdomain, readClockMove(given));
        const ran = await followClockMove(toolbox, site);
        const now = await needSite(toolbox.sites, subdomain);
        if (now.clock_offset < site.clock_offset) {
          const stopped = isoTime(siteTime(now, toolbox.world.clock));
          throw new OperatorTrouble(`The move was cancelled: the clock of ${subdomain} shows ${stopped}.`);
        }
        return {
          text: `The clock of ${subdomain} shows ${isoTime(at)}.${ran}`,
          json: { site: subdomain, clock: isoTime(at) },
        };
      },
    }),
  },
};

if (import.meta.main) await main(siteTool);

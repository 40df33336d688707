import { DEFAULT_CAMPAIGN } from '@service/billing/domain/dunning/campaign.ts';
import type { DunningSchedule } from '@service/billing/domain/dunning/schedule.ts';
import type { NamedAssignee } from '@service/billing/engine/dunning/need-assignee.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { type ListedCampaign, listCampaigns } from '@service/billing/queries/dunning.ts';
import { addCampaign } from '@service/billing/usecases/dunning/add-campaign.ts';
import { assignCampaign } from '@service/billing/usecases/dunning/assign-campaign.ts';
import { changeCampaign } from '@service/billing/usecases/dunning/change-campaign.ts';
import { removeCampaign } from '@service/billing/usecases/dunning/remove-campaign.ts';
import { stopDunning } from '@service/billing/usecases/dunning/stop-dunning.ts';
import { unassignCampaign } from '@service/billing/usecases/dunning/unassign-campaign.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { assigneeOptions, assigneeWords, campaignOptions, readAssignee, readInput } from './dunning-options.ts';
import { inColumns } from './layout.ts';
import { main, type Tool, type Toolbox, UsageError } from './tool.ts';

const HELP = `Dunning campaigns: when customers of past-due invoices are reminded, and what happens at the end.
An account's campaign takes precedence over a plan's, a plan's over the site's, and that over the campaign “default”.
That is built in: “change” makes it a campaign of the site, and it applies without being assigned.
A change creates a new version; invoices that are in dunning keep the version they entered with.

  npm run dunning -- list <subdomain>
  npm run dunning -- add <subdomain> <code> [settings]      missing settings are those of the built-in default
  npm run dunning -- change <subdomain> <code> [settings]   changes only these settings
  npm run dunning -- remove <subdomain> <code>
  npm run dunning -- assign <subdomain> <code> --account <code> | --plan <code> | --site
  npm run dunning -- unassign <subdomain> --account <code> | --plan <code> | --site
  npm run dunning -- stop <subdomain> <invoice>             stops the reminders and retries of an invoice

Settings:

  --days 0,3,7,14,21           days of the reminders after the invoice became past due, or none
  --final-day 28               day of the last reminder and the final action
  --invoice fail|keep          at the end the invoice is written off, or stays past due
  --subscription expire|keep   at the end its subscriptions expire, or continue
  --trial-days, --trial-final-day, --trial-invoice, --trial-subscription
                               the same for the first invoice after a trial
  --trial none                 the first invoice after a trial has no schedule of its own

Examples:

  npm run dunning -- change demo default --days 0,5,10 --final-day 15
  npm run dunning -- add demo patient --final-day 60 --invoice keep --subscription keep
  npm run dunning -- assign demo patient --plan tideline
  npm run dunning -- stop demo 1042

DATA_DIR and DATABASE_URL say where the data is, as for npm start. The exit status is 0 when it is done,
1 when it was refused (nothing has changed), 2 when the command could not be understood.`;

const callerAt = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

export const dunningTool: Tool = {
  name: 'npm run dunning --',
  help: HELP,
  commands: {
    list: {
      takes: ['subdomain'],
      async run(toolbox, [subdomain = '']) {
        const listed = await listCampaigns(toolbox)(await needSite(toolbox.sites, subdomain));
        return inColumns([
          ['CAMPAIGN', 'VERSION', 'FOR', 'DAYS', 'FINAL', 'INVOICE', 'SUBSCRIPTION', 'ASSIGNED TO'],
          ...listed.flatMap(rows),
        ]);
      },
    },
    add: {
      takes: ['subdomain', 'code'],
      options: campaignOptions,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const input = readInput(given);
        await addCampaign(toolbox)(await callerAt(toolbox, subdomain), code, input);
        return `Campaign ${code} was added. Assign it: npm run dunning -- assign ${subdomain} ${code} --site`;
      },
    },
    change: {
      takes: ['subdomain', 'code'],
      options: campaignOptions,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const input = readInput(given);
        if (Object.keys(given).length === 0) throw new UsageError('Give at least one setting to change.');
        const { version } = await changeCampaign(toolbox)(await callerAt(toolbox, subdomain), code, input);
        return `Campaign ${code} has version ${version}, which applies to invoices that become past due from now on.`;
      },
    },
    remove: {
      takes: ['subdomain', 'code'],
      async run(toolbox, [subdomain = '', code = '']) {
        await removeCampaign(toolbox)(await callerAt(toolbox, subdomain), code);
        return `Campaign ${code} was removed. Invoices that entered dunning with it keep its schedule.`;
      },
    },
    assign: {
      takes: ['subdomain', 'code'],
      options: assigneeOptions,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const to = readAssignee(given);
        await assign(toolbox, subdomain, code, to);
        return `Campaign ${code} is assigned to ${assigneeWords(to)}.`;
      },
    },
    unassign: {
      takes: ['subdomain'],
      options: assigneeOptions,
      async run(toolbox, [subdomain = ''], given) {
        const from = readAssignee(given);
        await unassignCampaign(toolbox)(await callerAt(toolbox, subdomain), from);
        return `No campaign is assigned to ${assigneeWords(from)} now.`;
      },
    },
    stop: {
      takes: ['subdomain', 'invoice'],
      async run(toolbox, [subdomain = '', invoice = '']) {
        await stopDunning(toolbox)(await callerAt(toolbox, subdomain), invoice);
        return `Dunning of invoice ${invoice} was stopped. New billing info still collects it.`;
      },
    },
  },
};

/** The built-in campaign is no record of the site, so it cannot be assigned. */
const assign = async (toolbox: Toolbox, subdomain: string, code: string, to: NamedAssignee): Promise<void> => {
  const caller = await callerAt(toolbox, subdomain);
  const isBuiltIn =
    code === DEFAULT_CAMPAIGN.code && !(await toolbox.storage.of(caller.site.id).dunning.find(DEFAULT_CAMPAIGN.code));
  if (isBuiltIn)
    throw new OperatorTrouble(
      `The campaign “${code}” is built in and applies where no other is assigned. To assign it, make it a campaign of the site first: npm run dunning -- change ${subdomain} ${code} --final-day ${DEFAULT_CAMPAIGN.schedule.final_day}`,
    );
  await assignCampaign(toolbox)(caller, code, to);
};

const rows = ({ campaign, assigned }: ListedCampaign): string[][] => {
  const { code, version, schedule, trial_schedule } = campaign;
  const holders = [
    ...(assigned.site > 0 ? ['the site'] : []),
    ...(assigned.plan > 0 ? [`${assigned.plan} plan${assigned.plan === 1 ? '' : 's'}`] : []),
    ...(assigned.account > 0 ? [`${assigned.account} account${assigned.account === 1 ? '' : 's'}`] : []),
  ];
  const first = [code, String(version), 'all', ...scheduleCells(schedule), holders.join(', ') || '-'];
  return trial_schedule ? [first, ['', '', 'after a trial', ...scheduleCells(trial_schedule), '']] : [first];
};

const scheduleCells = ({ days, final_day, invoice, subscription }: DunningSchedule): string[] => [
  days.join(',') || 'none',
  String(final_day),
  invoice,
  subscription,
];

if (import.meta.main) await main(dunningTool);

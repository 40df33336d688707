import { DEFAULT_CAMPAIGN } from '@service/billing/domain/dunning/campaign.ts';
import type { DunningSchedule } from '@service/billing/domain/dunning/schedule.ts';
import type { NamedAssignee } from '@service/billing/engine/dunning/need-assignee.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { type ListedCampaign, listCampaigns } from '@service/billing/queries/dunning/dunning.ts';
import { addCampaign } from '@service/billing/usecases/dunning/add-campaign.ts';
import { assignCampaign } from '@service/billing/usecases/dunning/assign-campaign.ts';
import { changeCampaign } from '@service/billing/usecases/dunning/change-campaign.ts';
import { removeCampaign } from '@service/billing/usecases/dunning/remove-campaign.ts';
import { stopDunning } from '@service/billing/usecases/dunning/stop-dunning.ts';
import { unassignCampaign } from '@service/billing/usecases/dunning/unassign-campaign.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { command, type Tool, type Toolbox, UsageError } from './command.ts';
import { assigneeOptions, assigneeWords, campaignOptions, readAssignee, readInput } from './dunning-options.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const callerAt = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

const CAMPAIGN = ['id', 'campaign_code', 'name', 'description', 'version', 'schedule', 'trial_schedule'] as const;

const campaignJson = (campaign: ListedCampaign['campaign']) => {
  const { public_id, code, name, description, version, schedule, trial_schedule } = campaign;
  return {
    id: public_id,
    campaign_code: code,
    name: name ?? code,
    description,
    version,
    schedule: { ...schedule },
    trial_schedule: trial_schedule && { ...trial_schedule },
  };
};

export const dunningTool: Tool = {
  ...topic('dunning'),
  about: `An account's campaign takes precedence over a plan's, a plan's over the site's, and that over the campaign “default”.
That is built in: “change” makes it a campaign of the site, and it applies without being assigned.
A change creates a new version; invoices that are in dunning keep the version they entered with.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists the campaigns of a site.',
      example: 'demo',
      prints: 'array',
      members: [...CAMPAIGN, 'assigned'],
      async run(toolbox, [subdomain = '']) {
        const listed = await listCampaigns(toolbox)(await needSite(toolbox.sites, subdomain));
        return {
          text: inColumns([
            ['CAMPAIGN', 'NAME', 'ID', 'VERSION', 'FOR', 'DAYS', 'FINAL', 'INVOICE', 'SUBSCRIPTION', 'ASSIGNED TO'],
            ...listed.flatMap(rows),
          ]),
          json: listed.map(({ campaign, assigned }) => ({ ...campaignJson(campaign), assigned: { ...assigned } })),
        };
      },
    }),
    add: command({
      takes: ['subdomain', 'code'],
      does: 'Adds a campaign; missing settings are those of the built-in default.',
      example: 'demo patient --final-day 60 --invoice keep --subscription keep',
      options: campaignOptions,
      members: CAMPAIGN,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const input = readInput(given);
        const campaign = await addCampaign(toolbox)(await callerAt(toolbox, subdomain), code, input);
        return {
          text: `Campaign ${code} was added. Assign it: npm run dunning -- assign ${subdomain} ${code} --site`,
          json: campaignJson(campaign),
        };
      },
    }),
    change: command({
      takes: ['subdomain', 'code'],
      does: 'Changes the given settings of a campaign.',
      example: 'demo default --days 0,5,10 --final-day 15',
      options: campaignOptions,
      members: CAMPAIGN,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const input = readInput(given);
        if (Object.keys(given).length === 0) throw new UsageError('Give at least one setting to change.');
        const campaign = await changeCampaign(toolbox)(await callerAt(toolbox, subdomain), code, input);
        return {
          text: `Campaign ${code} has version ${campaign.version}, which applies to invoices that become past due from now on.`,
          json: campaignJson(campaign),
        };
      },
    }),
    remove: command({
      takes: ['subdomain', 'code'],
      does: 'Removes a campaign.',
      example: 'demo patient',
      members: ['campaign_code'],
      async run(toolbox, [subdomain = '', code = '']) {
        await removeCampaign(toolbox)(await callerAt(toolbox, subdomain), code);
        return {
          text: `Campaign ${code} was removed. Invoices that entered dunning with it keep its schedule.`,
          json: { campaign_code: code },
        };
      },
    }),
    assign: command({
      takes: ['subdomain', 'code'],
      does: 'Assigns a campaign to an account, a plan or the site.',
      example: 'demo patient --plan tideline',
      options: assigneeOptions,
      members: ['campaign_code', 'assigned_to'],
      async run(toolbox, [subdomain = '', code = ''], given) {
        const to = readAssignee(given);
        await assign(toolbox, subdomain, code, to);
        return {
          text: `Campaign ${code} is assigned to ${assigneeWords(to)}.`,
          json: { campaign_code: code, assigned_to: { ...to } },
        };
      },
    }),
    unassign: command({
      takes: ['subdomain'],
      does: 'Takes the campaign away from an account, a plan or the site.',
      example: 'demo --plan tideline',
      options: assigneeOptions,
      members: ['unassigned_from'],
      async run(toolbox, [subdomain = ''], given) {
        const from = readAssignee(given);
        await unassignCampaign(toolbox)(await callerAt(toolbox, subdomain), from);
        return {
          text: `No campaign is assigned to ${assigneeWords(from)} now.`,
          json: { unassigned_from: { ...from } },
        };
      },
    }),
    stop: command({
      takes: ['subdomain', 'invoice'],
      does: 'Stops the reminders and retries of an invoice.',
      example: 'demo 1042',
      members: ['invoice_number'],
      async run(toolbox, [subdomain = '', invoice = '']) {
        await stopDunning(toolbox)(await callerAt(toolbox, subdomain), invoice);
        return {
          text: `Dunning of invoice ${invoice} was stopped. New billing info still collects it.`,
          json: { invoice_number: invoice },
        };
      },
    }),
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
  const { code, name, public_id, version, schedule, trial_schedule } = campaign;
  const holders = [
    ...(assigned.site > 0 ? ['the site'] : []),
    ...(assigned.plan > 0 ? [`${assigned.plan} plan${assigned.plan === 1 ? '' : 's'}`] : []),
    ...(assigned.account > 0 ? [`${assigned.account} account${assigned.account === 1 ? '' : 's'}`] : []),
  ];
  const first = [
    code,
    name ?? '-',
    public_id,
    String(version),
    'all',
    ...scheduleCells(schedule),
    holders.join(', ') || '-',
  ];
  return trial_schedule ? [first, ['', '', '', '', 'after a trial', ...scheduleCells(trial_schedule), '']] : [first];
};

const scheduleCells = ({ days, final_day, invoice, subscription }: DunningSchedule): string[] => [
  days.join(',') || 'none',
  String(final_day),
  invoice,
  subscription,
];

if (import.meta.main) await main(dunningTool);

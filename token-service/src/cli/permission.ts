import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { type ListedPermission, listPermissions } from '@service/billing/queries/accounts/entitlements.ts';
import { changePermission } from '@service/billing/usecases/permissions/change-permission.ts';
import { createPermission, type PermissionInput } from '@service/billing/usecases/permissions/create-permission.ts';
import { removePermission } from '@service/billing/usecases/permissions/remove-permission.ts';
import { type CommandOptions, command, type OptionValues, type Tool, type Toolbox, UsageError } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const callerAt = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

const PERMISSION = ['code', 'name', 'description', 'plans', 'items'] as const;

const options = {
  name: { value: '<name>', help: 'The name that people read.' },
  description: { value: '<text>', help: 'What it allows; an empty text removes it.' },
  plan: {
    value: '<code>',
    multiple: true,
    help: 'A plan whose subscribers have the permission. The plans given replace those before; “none” stands for none.',
  },
  item: {
    value: '<code>',
    multiple: true,
    help: 'An item whose subscribers have the permission. The items given replace those before; “none” stands for none.',
  },
} as const satisfies CommandOptions;

const readInput = ({ name, description, plan, item }: OptionValues): PermissionInput => ({
  ...(typeof name === 'string' ? { name } : {}),
  ...(typeof description === 'string' ? { description: description === '' ? null : description } : {}),
  ...(Array.isArray(plan) ? { plans: readCodes('--plan', plan) } : {}),
  ...(Array.isArray(item) ? { items: readCodes('--item', item) } : {}),
});

const readCodes = (option: string, codes: readonly string[]): readonly string[] => {
  if (!codes.includes('none')) return codes;
  if (codes.length > 1) throw new UsageError(`${option} takes codes, or none alone.`);
  return [];
};

const permissionJson = ({ permission: { code, name, description }, plans, items }: ListedPermission) => ({
  code,
  name,
  description,
  plans: [...plans],
  items: [...items],
});

const listedOn = async (toolbox: Toolbox, subdomain: string) =>
  listPermissions(toolbox)(await needSite(toolbox.sites, subdomain));

/** Returns the permission as it is listed after a change. */
const jsonOf = async (toolbox: Toolbox, subdomain: string, code: string) => {
  const found = (await listedOn(toolbox, subdomain)).find(({ permission }) => permission.code === code);
  return found ? permissionJson(found) : { code, name: null, description: null, plans: [], items: [] };
};

export const permissionTool: Tool = {
  ...topic('permission'),
  about: `A customer has a permission while a subscription of theirs is active, or canceled and not yet ended, whose plan grants it,
or an item that it has as an add-on.
Applications read the codes at /v2/accounts/<account code>/permissions. A change acts at once.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists the permissions of a site.',
      example: 'demo',
      prints: 'array',
      members: PERMISSION,
      async run(toolbox, [subdomain = '']) {
        const listed = await listedOn(toolbox, subdomain);
        return {
          text: inColumns([
            ['PERMISSION', 'NAME', 'PLANS', 'ITEMS'],
            ...listed.map(({ permission, plans, items }) => [
              permission.code,
              permission.name,
              plans.join(', ') || '-',
              items.join(', ') || '-',
            ]),
          ]),
          json: listed.map(permissionJson),
        };
      },
    }),
    create: command({
      takes: ['subdomain', 'code'],
      does: 'Creates a permission.',
      example: 'demo hd-video --name "Video in HD" --plan tideline',
      options,
      members: PERMISSION,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const input = readInput(given);
        await createPermission(toolbox)(await callerAt(toolbox, subdomain), code, input);
        return { text: `Permission ${code} was created.`, json: await jsonOf(toolbox, subdomain, code) };
      },
    }),
    change: command({
      takes: ['subdomain', 'code'],
      does: 'Changes the given settings of a permission.',
      example: 'demo hd-video --plan tideline --plan tideline-yearly',
      options,
      members: PERMISSION,
      async run(toolbox, [subdomain = '', code = ''], given) {
        const input = readInput(given);
        if (Object.keys(given).length === 0) throw new UsageError('Give at least one setting to change.');
        await changePermission(toolbox)(await callerAt(toolbox, subdomain), code, input);
        return { text: `Permission ${code} was changed.`, json: await jsonOf(toolbox, subdomain, code) };
      },
    }),
    remove: command({
      takes: ['subdomain', 'code'],
      does: 'Removes a permission.',
      example: 'demo hd-video',
      members: ['code'],
      async run(toolbox, [subdomain = '', code = '']) {
        await removePermission(toolbox)(await callerAt(toolbox, subdomain), code);
        return { text: `Permission ${code} was removed. No customer has it any more.`, json: { code } };
      },
    }),
  },
};

if (import.meta.main) await main(permissionTool);

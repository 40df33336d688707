import type { CustomFieldDefinitionRecord, DefinitionInput } from '@service/billing/domain/custom-fields/definition.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { RELATED_TYPES, type RelatedType, USER_ACCESS } from '@service/billing/resources/custom-field-definition.ts';
import { changeCustomField } from '@service/billing/usecases/custom-fields/change-custom-field.ts';
import { defineCustomField } from '@service/billing/usecases/custom-fields/define-custom-field.ts';
import { removeCustomField } from '@service/billing/usecases/custom-fields/remove-custom-field.ts';
import { type CommandOptions, command, type OptionValues, type Tool, type Toolbox, UsageError } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const callerAt = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

const MEMBERS = ['id', 'related_type', 'name', 'user_access', 'display_name', 'tooltip'] as const;

const json = ({ id, related_type, name, user_access, display_name, tooltip }: CustomFieldDefinitionRecord) => ({
  id,
  related_type,
  name,
  user_access,
  display_name,
  tooltip,
});

const options = {
  access: { value: '<access>', help: 'Access outside of the API: api_only, read_only, write or set_only.' },
  'display-name': { value: '<text>', help: 'Its name for people.' },
  tooltip: { value: '<text>', help: 'What it is for.' },
} as const satisfies CommandOptions;

const typeIn = (text: string): RelatedType => {
  const found = RELATED_TYPES.find((one) => one === text);
  if (!found) throw new UsageError(`Give one of ${RELATED_TYPES.join(', ')} in place of “${text}”.`);
  return found;
};

const inputIn = (given: OptionValues): DefinitionInput => {
  const sent = given.access;
  const user_access = USER_ACCESS.find((one) => one === sent);
  if (sent !== undefined && !user_access) throw new UsageError(`Give one of ${USER_ACCESS.join(', ')}.`);
  return {
    ...(user_access && { user_access }),
    ...(given['display-name'] === undefined ? {} : { display_name: String(given['display-name']) || null }),
    ...(given.tooltip === undefined ? {} : { tooltip: String(given.tooltip) || null }),
  };
};

export const customFieldTool: Tool = {
  ...topic('custom-field'),
  about: `A kind of record without a custom field of its own takes the names of the site's setting --custom-fields.
A name stays; remove the field and create another one instead.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists the custom fields of a site.',
      example: 'demo',
      prints: 'array',
      members: MEMBERS,
      async run({ sites, storage }, [subdomain = '']) {
        const { customFields } = storage.of((await needSite(sites, subdomain)).id);
        const found = (await Promise.all(RELATED_TYPES.map((one) => customFields.ofType(one)))).flat();
        const rows = found.map((one) => [
          one.related_type,
          one.name,
          String(one.id),
          one.user_access,
          one.display_name ?? '-',
        ]);
        return {
          text: inColumns([['RECORD', 'NAME', 'ID', 'ACCESS', 'DISPLAYED AS'], ...rows]),
          json: found.map(json),
        };
      },
    }),
    create: command({
      takes: ['subdomain', 'type', 'name'],
      does: 'Adds a custom field to a kind of record: account, item, plan, subscription or charge.',
      example: 'demo account shoe-size --display-name "Shoe size"',
      options,
      members: MEMBERS,
      async run(toolbox, [subdomain = '', record = '', name = ''], given) {
        const input = inputIn(given);
        const define = defineCustomField(toolbox);
        const made = await define(await callerAt(toolbox, subdomain), typeIn(record), name, input);
        return { text: `Custom field ${name} of every ${record} was added.`, json: json(made) };
      },
    }),
    change: command({
      takes: ['subdomain', 'type', 'name'],
      does: 'Changes the given settings of a custom field.',
      example: 'demo account shoe-size --tooltip "European size"',
      options,
      members: MEMBERS,
      async run(toolbox, [subdomain = '', record = '', name = ''], given) {
        const input = inputIn(given);
        if (Object.keys(input).length === 0) throw new UsageError('Give at least one setting to change.');
        const change = changeCustomField(toolbox);
        const changed = await change(await callerAt(toolbox, subdomain), typeIn(record), name, input);
        return { text: `Custom field ${name} of every ${record} was changed.`, json: json(changed) };
      },
    }),
    remove: command({
      takes: ['subdomain', 'type', 'name'],
      does: 'Removes a custom field.',
      example: 'demo account shoe-size',
      members: ['related_type', 'name'],
      async run(toolbox, [subdomain = '', record = '', name = '']) {
        await removeCustomField(toolbox)(await callerAt(toolbox, subdomain), typeIn(record), name);
        return {
          text: `Custom field ${name} was removed. Records keep the values that they have.`,
          json: { related_type: record, name },
        };
      },
    }),
  },
};

if (import.meta.main) await main(customFieldTool);

import type { PerformanceObligationRecord } from '@service/billing/domain/general-ledger/record.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { obligationsOf } from '@service/billing/queries/books/general-ledger.ts';
import { addPerformanceObligation } from '@service/billing/usecases/general-ledger/add-performance-obligation.ts';
import { changePerformanceObligation } from '@service/billing/usecases/general-ledger/change-performance-obligation.ts';
import { removePerformanceObligation } from '@service/billing/usecases/general-ledger/remove-performance-obligation.ts';
import { command, type Tool, type Toolbox } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const callerAt = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

const json = ({ id, name }: PerformanceObligationRecord) => ({ performance_obligation_id: id, name });

export const performanceObligationTool: Tool = {
  ...topic('performance-obligation'),
  about: `Plans, add-ons and charges refer to one by its id, and invoice lines repeat it for revenue recognition. Those with the
ids 1 to 6 are built in.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists the performance obligations of a site.',
      example: 'demo',
      prints: 'array',
      members: ['performance_obligation_id', 'name'],
      async run({ sites, storage }, [subdomain = '']) {
        const obligations = await obligationsOf(storage.of((await needSite(sites, subdomain)).id));
        return {
          text: inColumns([['ID', 'NAME'], ...obligations.map(({ id, name }) => [id, name])]),
          json: obligations.map(json),
        };
      },
    }),
    create: command({
      takes: ['subdomain', 'name'],
      does: 'Adds a performance obligation.',
      example: 'demo "On delivery"',
      members: ['performance_obligation_id', 'name'],
      async run(toolbox, [subdomain = '', name = '']) {
        const added = await addPerformanceObligation(toolbox)(await callerAt(toolbox, subdomain), name);
        return { text: `Performance obligation ${added.id} was added: ${added.name}`, json: json(added) };
      },
    }),
    change: command({
      takes: ['subdomain', 'id'],
      does: 'Renames a performance obligation of the site.',
      example: 'demo 7 --name "On acceptance"',
      options: { name: { value: '<name>', required: true, help: 'The new name.' } },
      members: ['performance_obligation_id', 'name'],
      async run(toolbox, [subdomain = '', id = ''], { name }) {
        const change = changePerformanceObligation(toolbox);
        const changed = await change(await callerAt(toolbox, subdomain), id, String(name ?? ''));
        return { text: `Performance obligation ${changed.id} is named ${changed.name} now.`, json: json(changed) };
      },
    }),
    remove: command({
      takes: ['subdomain', 'id'],
      does: 'Removes a performance obligation of the site.',
      example: 'demo 7',
      members: ['performance_obligation_id'],
      async run(toolbox, [subdomain = '', id = '']) {
        await removePerformanceObligation(toolbox)(await callerAt(toolbox, subdomain), id);
        return {
          text: `Performance obligation ${id} was removed. What refers to it keeps its id.`,
          json: { performance_obligation_id: id },
        };
      },
    }),
  },
};

if (import.meta.main) await main(performanceObligationTool);

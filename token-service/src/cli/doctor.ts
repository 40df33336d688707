import { openStorage } from '../adapters/storage/storage.ts';
import { examineAll } from '../composition/doctor/examine.ts';
import { command, type Tool } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

export const doctorTool: Tool = {
  ...topic('doctor'),
  about: `It examines settings, disk, DNS, database, clock, Redis, mail, gateways, webhooks, keys, due work and backups. It asks
gateways to check credentials, and greets the mail server; no money moves, and nothing is sent.`,
  notes: 'The exit status is 1 when something does not work until a person acts; warnings alone are 0.',
  commands: {
    '': command({
      takes: [],
      does: 'Says of each part whether it works and, if not, what to do.',
      example: '--env-file /etc/billing/env',
      database: 'unused',
      prints: 'array',
      members: ['part', 'status', 'finding', 'advice'],
      async run({ config, world }) {
        const open = () => openStorage({ ...config, mustExist: true }, world);
        const findings = await examineAll({ config, world, open });
        const rows = findings.map(({ part, status, finding, advice }) => [
          status,
          part,
          advice === null ? finding : `${asSentence(finding)} ${advice}`,
        ]);
        return {
          text: inColumns(rows),
          json: findings.map((finding) => ({ ...finding })),
          status: findings.some(({ status }) => status === 'failure') ? 1 : 0,
        };
      },
    }),
  },
};

/** A finding may end with the message of another program. */
const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

if (import.meta.main) await main(doctorTool);

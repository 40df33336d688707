import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAULTS } from '../faults/fault.ts';
import { WEBHOOK_FAULTS } from '../faults/random-faults.ts';
import { readControlBody, readFaultPlan, readTrigger, TRIGGER_TYPES } from './read-control.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('the README has an example body of every trigger that is accepted', () => {
  const bodies = README.match(/^\{ "type": .*\}$/gm) ?? [];
  expect(bodies.map((body) => readTrigger(readControlBody(body)).type).sort()).toEqual([...TRIGGER_TYPES].sort());
});

test('the README explains every fault, and its plan of faults is accepted', () => {
  for (const name of FAULTS) expect(README).toContain(`\n| \`${name}\` |`);
  for (const name of WEBHOOK_FAULTS) expect(README).toContain(`\`${name}\``);
  const [, plan = ''] = /-d '(\{"probability".*\})'/.exec(README) ?? [];
  expect(readFaultPlan(readControlBody(plan))).toMatchObject({ probability: 0.1, milliseconds: 2000 });
});

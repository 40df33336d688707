import { expect, test } from 'vitest';
import { actorName } from './actor-name.ts';

const names = new Map([['0194f6', 'shop server']]);

test.each([
  ['key:0194f6', 'API key shop server'],
  ['key:0194f7', 'key:0194f7'],
  ['operator:ada@example.com', 'ada@example.com'],
  ['operator:demo owner', 'demo owner'],
  ['command line:deploy', 'deploy, command line'],
  ['command line:Ada (deploy)', 'Ada (deploy), command line'],
  ['command line', 'command line'],
  ['customer', 'customer'],
  ['worker', 'worker'],
])('%s is shown as %s', (actor, shown) => {
  expect(actorName(actor, names)).toBe(shown);
});

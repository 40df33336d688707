import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

const run = promisify(execFile);

/** The blocks for a shell of each recipe, and what the service answers to each. */
const RECIPES: readonly (readonly [name: string, answers: readonly RegExp[]])[] = [
  ['change-a-plan-in-mid-cycle', [/^$/, /<charge_invoice.*<total_in_cents/s, /<plan_code>tideline-yearly</]],
  [
    'test-dunning',
    [
      /<state>active<.*<trial_ends_at type="datetime">2026-11-27/s,
      /<now type="datetime">2026-11-28.*<state>past_due</s,
      /<card_type>Visa<.*<state>paid</s,
    ],
  ],
  ['check-what-a-customer-may-use', [/<permissions .*<code>archive<\/code>/s, /<code>archive<.*<subscription href=/s]],
  ['offer-a-free-trial', [/<trial_interval_length type="integer">14</, /<trial_ends_at type="datetime">2040-01-01/]],
  ['import-customers', [/<account_code>customer-1</, /<gateway_token>\*+oved</, /<state>future</]],
];

/** The recipes are pasted into one shell after another, as readers do, on one demo site. */
describe('the recipes of the documentation', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  test.each(RECIPES)('%s does what it says', async (name, answers) => {
    const url = new URL(`../../../docs/recipes/${name}.md`, import.meta.url);
    const blocks = [...readFileSync(url, 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
    expect(blocks).toHaveLength(answers.length);
    const script = blocks.map((block) => `${block}\necho '=== end of block'\n`).join('');
    const { stdout, stderr } = await run('bash', [
      // A shell that Debian's bash takes for a remote one reads a profile that this machine may not have set up.
      '--norc',
      '-euc',
      script.replace('http://localhost:3000', service.apiUrl.replace(/\/$/, '')),
    ]);
    expect(stderr).toBe('');
    const printed = stdout.split('=== end of block').slice(0, -1);
    for (const [place, expected] of answers.entries()) {
      expect(printed[place]?.trim()).toMatch(expected);
      expect(printed[place]).not.toMatch(/<error[ >]/);
    }
  });
});

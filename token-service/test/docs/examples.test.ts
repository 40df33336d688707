import { expect, test } from 'vitest';
import { recordExamples } from './recorded-examples.ts';

test('the recorded examples are what a new service answers', async () => {
  const recorded = `${JSON.stringify(await recordExamples(), null, 2)}\n`;
  await expect(recorded).toMatchFileSnapshot('../../src/reference/examples.json');
});

import { describe, expect, test } from 'vitest';
import { parse } from '../../src/documents/xml/codec/parse.ts';
import type { Example } from '../../src/reference/example.ts';
import { operations, recordExamples } from './recorded-examples.ts';

/**
 * Operations on what only the console, the command line or due work makes or has ended, and e-invoices, which a seller
 * in the United States has none of: the story gets their errors.
 */
const REFUSED = [
  ...['cancel_clock_move', 'cancel_report_run', 'e_invoice', 'export_file', 'export_files', 'journal', 'journal_file'],
];

describe('the recorded examples', async () => {
  const recorded = await recordExamples();
  const examples = Object.entries<Example>(recorded);

  test('are what a new service answers', async () => {
    await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot('../../src/reference/examples.json');
  });

  test('call every operation of the XML API', () => {
    expect(Object.keys(recorded).sort()).toEqual([...operations().keys()].sort());
  });

  test('succeed', () => {
    const refused = examples.filter(([, { status }]) => status >= 300).map(([name]) => name);
    expect(refused.sort()).toEqual(REFUSED);
  });

  test.each(examples.filter(([, { status }]) => status !== 204))(
    'have a document that clients can read: %s',
    (_, { answer }) => {
      expect(parse(Buffer.from(answer)).name).toMatch(/^[a-z_]+$/);
    },
  );

  test('have no document where there is nothing to say', () => {
    for (const [, { status, answer }] of examples) expect(answer === '').toBe(status === 204);
  });
});

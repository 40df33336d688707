import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROGRAMS } from '../../src/cli/programs.ts';
import { COMMAND_NAMES, loadTools } from '../../src/cli/table.ts';
import { commandLinePage } from './command-line-page.ts';

const TOOLS = await loadTools();
const PAGE = '../../../docs/command-line.md';

test('docs/command-line.md is what the table of commands says (-u writes it)', async () => {
  await expect(commandLinePage(TOOLS)).toMatchFileSnapshot(PAGE);
});

test.each(TOOLS)('a page without $name is found', (tool) => {
  const page = readFileSync(new URL(PAGE, import.meta.url), 'utf8');
  expect(commandLinePage(TOOLS.filter((other) => other !== tool))).not.toBe(page);
});

test('npm runs every command, and no other', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  // Only shells need it.
  const names = COMMAND_NAMES.filter((name) => name !== 'completion');
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
  const run = Object.entries(scripts).filter(([, script]) => script.includes('token-service/src/cli/'));
  expect(run.map(([name]) => name).filter((name) => !names.includes(name))).toEqual([]);
  expect(run.length + PROGRAMS.length).toBe(names.length);
});

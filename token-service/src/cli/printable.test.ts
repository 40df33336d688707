import { expect, it } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { command, type Tool } from './command.ts';
import { runTool } from './tool.ts';

const hostile = 'Ada \u001b]0;owned\u0007\u001b[2J\u009b1A\r\n\tGrüße, 日本\rgone';
const shown = 'Ada \\x1b]0;owned\\x07\\x1b[2J\\x9b1A\n\tGrüße, 日本\\x0dgone';

it('is what every tool prints: no control characters but line breaks and tabs', async () => {
  const tool: Tool = {
    name: 'tool',
    does: '',
    commands: {
      show: command({
        takes: [],
        does: '',
        example: '',
        members: ['text'],
        database: 'unused',
        run: async ({ say }) => {
          say(hostile);
          return { text: hostile, json: { text: hostile } };
        },
      }),
    },
  };
  const printed: string[] = [];
  const outside = {
    world: () => openWorld(machineClock),
    open: openStorage,
    say: (line: string) => void printed.push(line),
  };
  expect(await runTool(tool, ['show'], { DATA_DIR: ':memory:' }, outside)).toEqual({ status: 0, text: shown });
  expect(printed).toEqual([shown]);
  const { text } = await runTool(tool, ['show', '--json'], { DATA_DIR: ':memory:' }, outside);
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(JSON.parse(text)).toEqual({ text: hostile });
  expect((await runTool(tool, ['\u001b[2J'], {})).text).not.toContain('\u001b');
});

import { expect, test } from 'vitest';
import { type AlertKind, alertSteps, CALM_FOR, type OpenAlert } from './alert.ts';

const NOON = 1_798_718_400_000;
const seen = (...kinds: AlertKind[]) => new Map(kinds.map((kind) => [kind, 'one'] as const));
const open = (changes: Partial<OpenAlert> = {}): OpenAlert => ({
  kind: 'due_work_late',
  since_ms: NOON,
  detail: 'one',
  calm_since_ms: null,
  ...changes,
});
const LATER = NOON + 60_000;

test('a condition begins an episode, and goes on without further steps', () => {
  expect(alertSteps([], seen('due_work_late'), NOON)).toEqual([{ is: 'begin', alert: open() }]);
  expect(alertSteps([open()], seen('due_work_late'), LATER)).toEqual([]);
});

test('what is seen is noted when it changes', () => {
  const more = new Map([['due_work_late', 'two']] as const);
  expect(alertSteps([open()], more, LATER)).toEqual([{ is: 'note', alert: open({ detail: 'two' }) }]);
});

test('an episode is over after fifteen minutes without its condition', () => {
  const calm = open({ calm_since_ms: LATER });
  expect(alertSteps([open()], seen(), LATER)).toEqual([{ is: 'note', alert: calm }]);
  expect(alertSteps([calm], seen(), LATER + CALM_FOR - 1)).toEqual([]);
  expect(alertSteps([calm], seen(), LATER + CALM_FOR)).toEqual([{ is: 'end', alert: calm }]);
});

test('a condition that comes back before is the same episode', () => {
  const calm = open({ calm_since_ms: LATER });
  expect(alertSteps([calm], seen('due_work_late'), LATER + 60_000)).toEqual([{ is: 'note', alert: open() }]);
});

import { describe, expect, test } from 'vitest';
import { elect, type GroupMember, joinGroup, leaveGroup } from './group.ts';
import { createModel, type Model } from './model.ts';
import type { FieldType } from './protocol.ts';

interface Frame extends GroupMember {
  followed: Model | undefined;
  readonly made: Model;
}

const member = (type: FieldType, since: number, group = 'form'): Frame => {
  const made = createModel(() => ({ now: { year: 2026, month: 3 }, brands: [] }));
  return {
    type,
    since,
    group,
    made,
    followed: undefined,
    lead: () => made,
    follow(model) {
      this.followed = model;
    },
  };
};

/** The frames of a page: ours, one of another origin that throws when read, and an end that throws as browsers do. */
const page = (frames: object[]) =>
  new Proxy(frames, {
    get(target, key) {
      if (Number(key) >= target.length) throw new Error('SecurityError');
      return Reflect.get(target, key);
    },
  });

const foreign = () =>
  new Proxy(
    {},
    {
      get() {
        throw new Error('SecurityError');
      },
    },
  );

describe('the leader is', () => {
  test.each<[string, [FieldType, number][], FieldType]>([
    [
      'the number, whenever it joined',
      [
        ['month', 1],
        ['cvv', 2],
        ['number', 3],
      ],
      'number',
    ],
    [
      'otherwise the code',
      [
        ['month', 1],
        ['year', 2],
        ['cvv', 3],
      ],
      'cvv',
    ],
    [
      'otherwise the first to join',
      [
        ['year', 1],
        ['month', 2],
      ],
      'year',
    ],
  ])('%s', (_, members, leader) => {
    expect(elect(members.map(([type, since]) => member(type, since)))?.type).toBe(leader);
  });

  test('undefined for an empty group', () => {
    expect(elect([])).toBeUndefined();
  });
});

test('frames of one form share one model, in whatever order they join', () => {
  const windows = [{}, foreign(), {}, {}];
  const [cvv, number, month] = [member('cvv', 1), member('number', 2), member('month', 3)];

  joinGroup(windows[0]!, page(windows), cvv);
  expect(cvv.followed).toBe(cvv.made);

  joinGroup(windows[2]!, page(windows), number);
  joinGroup(windows[3]!, page(windows), month);
  for (const each of [cvv, number, month]) expect(each.followed).toBe(number.made);
});

test('frames of another form are ignored', () => {
  const windows = [{}, {}];
  const [mine, other] = [member('cvv', 1, 'mine'), member('number', 2, 'other')];
  joinGroup(windows[0]!, page(windows), mine);
  joinGroup(windows[1]!, page(windows), other);
  expect(mine.followed).toBe(mine.made);
  expect(other.followed).toBe(other.made);
});

test('after the leader is gone, the next frame to join starts an election', () => {
  const windows: object[] = [{}, {}];
  const [number, cvv, month] = [member('number', 1), member('cvv', 2), member('month', 3)];
  joinGroup(windows[0]!, page(windows), number);
  joinGroup(windows[1]!, page(windows), cvv);
  leaveGroup(windows[0]!);

  const late = {};
  joinGroup(late, page([...windows, late]), month);
  expect(cvv.followed).toBe(cvv.made);
  expect(month.followed).toBe(cvv.made);
});

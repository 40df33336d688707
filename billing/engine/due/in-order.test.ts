import { expect, it } from 'vitest';
import type { DueItem } from '../../domain/due/item.ts';
import { dueInOrder } from './in-order.ts';

const item = (subject: string, at: number, kind = 'a'): DueItem => ({
  kind,
  id: `${subject} ${at}`,
  subject,
  at,
  failures: 0,
});
const names = (items: readonly DueItem[]): string[] => items.map(({ kind, id }) => `${kind} ${id}`);

it('items of several kinds stand by their moment, those of earlier kinds first', () => {
  const found = [
    [item('x', 1), item('y', 5)],
    [item('x', 1, 'b'), item('z', 3, 'b')],
  ];
  expect(names(dueInOrder(found, 9))).toEqual(['a x 1', 'b x 1', 'b z 3', 'a y 5']);
});

it('items behind the last one that was read of another kind wait, because that kind may have earlier ones', () => {
  // Of kind b only two were read: a third, of account x, could be due at 4 or later.
  const found = [
    [item('x', 3), item('x', 4), item('x', 9)],
    [item('y', 2, 'b'), item('y', 4, 'b')],
  ];
  expect(names(dueInOrder(found, 2))).toEqual(['b y 2', 'a x 3', 'a x 4', 'b y 4']);
  const later = [[item('y', 2), item('y', 4)], [item('x', 4, 'b')]];
  expect(names(dueInOrder(later, 2))).toEqual(['a y 2', 'a y 4']);
});

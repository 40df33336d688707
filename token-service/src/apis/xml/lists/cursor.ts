import type { ListQuery, Position } from '@service/billing/ports/listing.ts';
import { minor, type Version } from '@service/billing/resources/version.ts';
import { Failure } from '@service/billing/values/failure.ts';

/** The order that a cursor was made for. */
export type CursorOrder = Pick<ListQuery<unknown>, 'sort' | 'order'>;

/** Ids are 128 bits wide; the bits above them are the number of the order, from 1. */
const WIDTH = 128n;
const LARGEST_ID = (1n << WIDTH) - 1n;
const ORDERS: readonly CursorOrder[] = [
  { sort: 'created_at', order: 'desc' },
  { sort: 'created_at', order: 'asc' },
  { sort: 'updated_at', order: 'desc' },
  { sort: 'updated_at', order: 'asc' },
];

const sameOrder = (a: CursorOrder, b: CursorOrder): boolean => a.sort === b.sort && a.order === b.order;
const markOf = (order: CursorOrder): bigint => BigInt(ORDERS.findIndex((each) => sameOrder(each, order)) + 1);

const TWO_NUMBERS = /^(-?)(\d{1,42}):(\d{1,12})$/;
const ONE_NUMBER = /^(-?)(\d{1,12})$/;

/**
 * A position in a list as clients see it: `<id as a decimal number>:<Unix seconds of the sort attribute>`, with a
 * leading `-` for paging back. The bits above the id identify the order, so that a cursor cannot be used with another
 * one.
 */
export const writeCursor = ({ id, at, back }: Position, order: CursorOrder): string =>
  `${back ? '-' : ''}${(markOf(order) << WIDTH) | BigInt(`0x${id}`)}:${at}`;

/**
 * Parses a cursor. A number too small to identify an order fits every order. Up to version 2.2, a Unix time is a cursor
 * too: it selects the records from that time on. Throws `invalid_cursor` for another format, and for a cursor made for
 * another order.
 */
export const readCursor = (text: string, order: CursorOrder, version: Version): Position => {
  const two = TWO_NUMBERS.exec(text);
  if (two) {
    const number = BigInt(two[2]!);
    const mark = number >> WIDTH;
    if (mark !== 0n && mark !== markOf(order)) {
      throw new Failure('invalid_cursor', {}, 'This cursor was made for another sort or order');
    }
    return { id: hexadecimal(number & LARGEST_ID), at: Number(two[3]), back: two[1] === '-' };
  }

  const one = minor(version) <= 2 ? ONE_NUMBER.exec(text) : null;
  if (!one) throw new Failure('invalid_cursor');
  const back = one[1] === '-';
  // All records of that second are included, so the position is before its first or after its last id.
  const falling = (order.order === 'desc') !== back;
  return { id: hexadecimal(falling ? LARGEST_ID : 0n), at: Number(one[2]), back };
};

/** Returns the order that a cursor was made for; undefined for one that fits every order. */
export const orderOf = (cursor: string): CursorOrder | undefined => {
  const number = TWO_NUMBERS.exec(cursor)?.[2];
  return number === undefined ? undefined : ORDERS[Number(BigInt(number) >> WIDTH) - 1];
};

const hexadecimal = (id: bigint): string => id.toString(16).padStart(32, '0');

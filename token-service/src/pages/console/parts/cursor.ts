import type { Position } from '@service/billing/ports/listing.ts';

const CURSOR = /^(\d{1,12})\.([0-9a-f]{32})(\.b)?$/;

/** Writes a position as a parameter of an address. */
export const cursorText = ({ id, at, back }: Position): string => `${at}.${id}${back ? '.b' : ''}`;

/** Returns the position that a parameter names; undefined for anything else, which begins at the first page. */
export const positionOf = (cursor: string | undefined): Position | undefined => {
  const [, at, id, back] = CURSOR.exec(cursor ?? '') ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id, back: back !== undefined };
};

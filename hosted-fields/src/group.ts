import type { Model } from './model.ts';
import { FIELD_TYPES, type FieldType } from './protocol.ts';

/** The property by which a frame publishes itself to its siblings: a key that is the same in every frame's realm. */
const MEMBER = Symbol.for('hosted-field');

/** The interface between the frames of a form. */
export interface GroupMember {
  readonly group: string;
  readonly type: FieldType;
  /** The time at which the frame joined, in milliseconds. */
  readonly since: number;
  /** The model that this frame created, if it ever led. */
  lead(): Model;
  follow(model: Model): void;
}

/** A window as siblings use it: frames of the same origin can read it, others throw. */
type FrameWindow = { [MEMBER]?: GroupMember };

/**
 * The page's frames. The count can be wrong if page and frame have the same origin, and reading past the end throws.
 */
const siblings = function* (page: ArrayLike<unknown>): Generator<GroupMember> {
  for (let index = 0; index < 1000; index++) {
    let frame: FrameWindow | undefined;
    try {
      frame = page[index] as FrameWindow | undefined;
    } catch {
      return;
    }
    if (!frame) return;
    try {
      const member = frame[MEMBER];
      if (member) yield member;
    } catch {
      // A frame of another origin.
    }
  }
};

const LEADERS: readonly FieldType[] = ['number', 'cvv'];

/** Returns the leader: the number, otherwise the code, otherwise the first frame that joined. */
export const elect = <S extends Pick<GroupMember, 'type' | 'since'>>(members: readonly S[]): S | undefined => {
  const byAge = [...members].sort(
    (a, b) => a.since - b.since || FIELD_TYPES.indexOf(a.type) - FIELD_TYPES.indexOf(b.type),
  );
  for (const type of LEADERS) {
    const found = byAge.find((member) => member.type === type);
    if (found) return found;
  }
  return byAge[0];
};

/**
 * Joins the group of `frame` and lets all its members in `page` follow one leader's model. Each frame that joins
 * repeats the election, so a leader that is gone is replaced, and the values are those of the inputs that remain.
 */
export const joinGroup = (frame: object, page: ArrayLike<unknown>, member: GroupMember): void => {
  (frame as FrameWindow)[MEMBER] = member;
  const members = [...siblings(page)].filter(({ group }) => group === member.group);
  if (!members.includes(member)) members.push(member);
  const model = elect(members)?.lead();
  if (model) for (const each of members) each.follow(model);
};

export const leaveGroup = (frame: object): void => {
  delete (frame as FrameWindow)[MEMBER];
};

import {
  type FieldState,
  type Hello,
  isFieldType,
  isText,
  members,
  type NumberState,
  serverError,
  type Token,
  type TokenAnswer,
  type ToPage,
} from '@service/hosted-fields/protocol';

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isDigits = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && /^\d*$/.test(value);

const fieldState = (value: unknown): FieldState | NumberState | undefined => {
  const { valid, empty, focus, length, brand, firstSix, lastFour } = members(value);
  if (typeof valid !== 'boolean' || typeof empty !== 'boolean' || typeof focus !== 'boolean') return undefined;
  if (!isCount(length)) return undefined;
  const state = { valid, empty, focus, length };
  if (brand === undefined) return state;
  if (!isText(brand, 40) || !isDigits(firstSix, 6) || !isDigits(lastFour, 4)) return undefined;
  return { ...state, brand, firstSix, lastFour };
};

const tokenAnswer = (value: unknown): TokenAnswer | undefined => {
  const { token, error } = members(value);
  const { id, type } = members(token);
  if (isText(id, 200) && isText(type, 40)) return { token: token as Token };
  const { name, code, message } = members(error);
  if (!isText(code, 64) || !isText(message, 1000)) return undefined;
  return { error: { ...serverError(error), name: name === 'validation' ? name : 'api-error' } };
};

/** A frame's first words; undefined for anything else that arrives on the window. */
export const acceptHello = (data: unknown): Hello | undefined => {
  const { kind, protocol, type, group } = members(data);
  if (kind !== 'hello' || !isFieldType(type) || !isText(group, 64)) return undefined;
  return { kind, protocol: Number(protocol), type, group };
};

/** A frame's message on its port; undefined for anything unknown or misshapen. */
export const acceptMessage = (data: unknown): ToPage | undefined => {
  const given = members(data);
  switch (given.kind) {
    case 'state': {
      const state = fieldState(given.state);
      return state && isCount(given.count) ? { kind: 'state', count: given.count, state } : undefined;
    }
    case 'submit':
    case 'gone':
      return { kind: given.kind };
    case 'name':
      return isText(given.name, 100) ? { kind: 'name', name: given.name } : undefined;
    case 'answer': {
      const answer = tokenAnswer(given.answer);
      return answer && isText(given.id, 64) ? { kind: 'answer', id: given.id, answer } : undefined;
    }
    default:
      return undefined;
  }
};

import { type Hello, isFieldType, isText, members } from '@service/hosted-fields/protocol';

/**
 * A frame's first words; undefined for anything else that arrives on the window. What comes later comes on a port whose
 * other end a document of the service holds, of the same protocol: it is taken as it is.
 */
export const acceptHello = (data: unknown): Hello | undefined => {
  const { kind, protocol, type, group } = members(data);
  if (kind !== 'hello' || !isFieldType(type) || !isText(group, 64)) return undefined;
  return { kind, protocol: Number(protocol), type, group };
};

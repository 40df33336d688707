/** The bytes of the code page by character, which the decoder of the platform knows. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
);

const QUESTION_MARK = 0x3f;

/** Returns a text in the code page Windows-1252, with `?` for characters that it does not have. */
export const windows1252 = (text: string): Buffer =>
  Buffer.from(Array.from(text.normalize('NFC'), (character) => BYTES.get(character) ?? QUESTION_MARK));

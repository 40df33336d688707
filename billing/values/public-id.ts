/** Bits of a UUID that an id has: as many as twelve digits of base 36 hold. */
const BITS = 62;

/** Returns the id that clients see of a record: twelve lowercase letters and digits of its UUID. */
export const publicId = (uuid: string): string =>
  BigInt.asUintN(BITS, BigInt(`0x${uuid}`))
    .toString(36)
    .padStart(12, '0');

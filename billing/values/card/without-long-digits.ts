/**
 * Returns a text without its runs of 12 and more digits, also in groups: a library or a server may repeat a card number
 * in its message.
 */
export const withoutLongDigits = (text: string): string => text.replaceAll(/\d(?:[ -]?\d){11,}/g, '[digits]');

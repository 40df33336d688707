/**
 * Returns text that a customer or merchant wrote in one line of at most 200 characters: a header has only one, and a
 * name with line breaks would otherwise add paragraphs of its own to a message.
 */
export const inOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);

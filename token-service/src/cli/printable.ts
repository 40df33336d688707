/**
 * Returns text as it may be printed on a terminal: line breaks and tabs stay, other control characters are written as
 * `\x1b`. What customers and the receivers of webhooks wrote could otherwise move the cursor, hide lines or retitle the
 * window of the operator who looks at it.
 */
export const printable = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`);

import { TYPES_BY_TOPIC } from '@service/billing/domain/webhooks/types.ts';

/** Wraps a list at 114 characters, with an indentation. */
const wrapped = (line: string): string =>
  line.replace(/(.{1,114})(?:, |$)/g, (_part, text, at) => (at === 0 ? text : `,\n    ${text}`));

/** The types of notifications by topic, a topic to a paragraph, for the help. */
export const WEBHOOK_TYPES = [...TYPES_BY_TOPIC]
  .map(([topic, names]) => wrapped(`  ${topic}: ${names.join(', ')}`))
  .join('\n');

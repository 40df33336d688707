import { CONDITIONS } from '@service/billing/domain/alerts/conditions.ts';
import type { AlertMailFacts } from '@service/billing/domain/mail/facts.ts';
import type { AlertMailKind } from '@service/billing/resources/mail-kind.ts';
import { isoTime, type Millis } from '@service/billing/values/time.ts';
import type { MessageBody } from './customer-messages.ts';
import { inOneLine } from './in-one-line.ts';
import type { MessageContext } from './message-context.ts';

const momentIn = (at: Millis): string => isoTime(Math.floor(at / 1000));

/** Returns the message about a condition that needs a person, or is over, in English as the console is. */
export const alertMessage = (
  kind: AlertMailKind,
  { detail, since_ms, until_ms }: AlertMailFacts,
  { content: { site }, links }: MessageContext,
): MessageBody => {
  const { title, text, advice, over, afterwards = 'Nothing has to be done.', page } = CONDITIONS[kind];
  const words = until_ms === null ? title : over;
  return {
    subject: `${words}: ${site.subdomain}`,
    title: words,
    paragraphs: until_ms === null ? [text, advice] : [afterwards],
    facts: [
      { label: 'Site', value: site.subdomain },
      { label: 'Since', value: momentIn(since_ms) },
      ...(until_ms === null ? [{ label: 'What is seen', value: inOneLine(detail) }] : []),
      ...(until_ms === null ? [] : [{ label: 'Until', value: momentIn(until_ms) }]),
    ],
    button: { label: 'Open it in the console', href: `${links.console}${page}` },
  };
};

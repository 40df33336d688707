import type { TechnicalFacts } from '@service/billing/mail/facts.ts';
import type { TechnicalMail } from '@service/billing/resources/mail-kind.ts';
import type { Body } from './customer-letters.ts';
import type { LetterContext } from './letter-context.ts';

type Writer<Kind extends TechnicalMail> = (facts: TechnicalFacts[Kind], context: LetterContext) => Body;

const keyChanged: Writer<'private_key_changed'> = ({ change, key_name }, { words, content }) => ({
  subject: words.key.subject(content.site.subdomain),
  title: words.key.subject(content.site.subdomain),
  paragraphs: [words.key[change](key_name), words.key.advice],
});

const limitExceeded: Writer<'limit_exceeded'> = ({ limit, window_in_seconds }, { words, content, formats }) => {
  const { quantity } = formats();
  return {
    subject: words.limit.subject(content.site.subdomain),
    title: words.limit.subject(content.site.subdomain),
    paragraphs: [words.limit.text(quantity(limit), quantity(Math.round(window_in_seconds / 60))), words.limit.advice],
  };
};

const cardTesting: Writer<'card_testing'> = ({ setting, limit }, { words, content, formats }) => ({
  subject: words.cardTesting.subject(content.site.subdomain),
  title: words.cardTesting.subject(content.site.subdomain),
  paragraphs: [words.cardTesting.text(setting, formats().quantity(limit)), words.cardTesting.advice],
});

const webhookPaused: Writer<'webhook_endpoint_paused'> = ({ endpoint_id, host }, { words, content }) => ({
  subject: words.webhook.subject(content.site.subdomain),
  title: words.webhook.subject(content.site.subdomain),
  paragraphs: [words.webhook.text, words.webhook.advice],
  facts: [{ label: words.labels.endpoint, value: `${host} (${endpoint_id})` }],
});

export const technicalLetters: { readonly [Kind in TechnicalMail]: Writer<Kind> } = {
  private_key_changed: keyChanged,
  limit_exceeded: limitExceeded,
  card_testing: cardTesting,
  webhook_endpoint_paused: webhookPaused,
};

import type { ComposedMail } from '@service/billing/ports/mail.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { sellerName } from '../messages/seller-name.ts';
import { inOneLine } from './in-one-line.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

export interface OperatorMail {
  /** Unique among messages. */
  readonly id: string;
  readonly recipient: string;
  readonly site: Site;
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly href: string };
  readonly notes: readonly string[];
}

/** Composes a message to an operator about the console, whose address the button has. The console speaks English. */
export const composeOperatorMail = ({ id, recipient, site, ...content }: OperatorMail): ComposedMail => {
  const { hostname } = new URL(content.button.href);
  const seller = sellerName(site);
  const message = { ...content, footer: [`Sent by the operators of ${seller}.`] };
  return {
    message_id: `<${id}@${hostname}>`,
    date: null,
    from: { name: inOneLine(seller), address: site.mail_from ?? `no-reply@${hostname}` },
    reply_to: null,
    to: recipient,
    subject: inOneLine(message.subject),
    html: renderHtml(message, {
      language: 'en',
      direction: 'ltr',
      seller,
      logo: null,
      color: site.brand_color,
      font: site.brand_font,
    }),
    text: renderText(message),
    language: 'en',
    attachments: [],
  };
};

import type { SaidOnCancel } from '@service/billing/domain/subscriptions/cancellation-note.ts';
import { refusesCardNumbers } from '@service/billing/resources/site.ts';
import { containsCardNumber } from '@service/billing/values/card/find.ts';
import { html, type Markup } from '../../../documents/html.ts';
import type { Form } from '../../../http/bodies/form.ts';
import type { Visit } from '../visit.ts';
import { textArea } from './form.ts';

const LONGEST = 500;

/** Asks why a customer cancels, as far as the merchant wants to know. No answer is needed. */
export const whyFields = ({ site, words }: Visit, sent: Form, wrong: string | undefined): Markup => {
  const { cancel, details } = words;
  const reason = (value: string, text: string) =>
    html`<label class="option"><input type="radio" name="reason" value="${value}"${(sent.reason ?? '') === value ? html` checked` : ''}>
<span>${text}</span></label>`;
  const { cancel_reasons: reasons } = site;
  return html`${
    reasons.length > 0
      ? html`<fieldset><legend>${cancel.why}</legend><div class="options">${reasons.map((text) => reason(text, text))}${reason('', cancel.noReason)}</div></fieldset>`
      : ''
  }${
    site.cancel_comment
      ? textArea({
          name: 'comment',
          label: reasons.length > 0 ? cancel.comment : cancel.why,
          value: sent.comment,
          optional: details.optional,
          error: wrong,
          attributes: { maxlength: String(LONGEST) },
        })
      : ''
  }`;
};

/** Reads what was said. A reason that the merchant does not offer any more is left out. */
export const saidIn = (
  { site, words }: Visit,
  sent: Form,
): { readonly said: SaidOnCancel; readonly wrong?: string } => {
  const comment = site.cancel_comment ? (sent.comment ?? '').trim() : '';
  const said = {
    cancel_reason: site.cancel_reasons.find((reason) => reason === sent.reason) ?? null,
    cancel_comment: comment || null,
  };
  if ([...comment].length > LONGEST) return { said, wrong: words.fields.tooLong(LONGEST) };
  if (refusesCardNumbers(site) && containsCardNumber(comment)) return { said, wrong: words.fields.cardNumber };
  return { said };
};

import type { NamesMethod } from '@service/billing/domain/billing-info/wallet.ts';
import type { Declined } from '@service/billing/domain/transactions/declined.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { html } from '../../../documents/html.ts';
import { chosenLanguage } from '../../../documents/messages/document-language.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { asset } from '../parts/assets.ts';
import { form } from '../parts/form.ts';
import { replacePath } from '../parts/payment-method.ts';
import { show } from '../parts/respond.ts';
import { policyFor } from '../steps/policy.ts';
import { type AccountPage, formatsOf, formOf, offers, type Visit, visitOf } from '../visit.ts';

/** The address of the browser library, and the key that it is used with. */
export interface LibrarySource {
  /** The origin that serves the script and its frames to a page of the given origin. */
  readonly originFor: (apiOrigin: string) => string;
  readonly publicKeyOf: (siteId: string) => Promise<string | undefined>;
}

export interface ConfirmDeps {
  readonly source: LibrarySource;
  /** The origin under which the customer reached this page. */
  readonly origin: (ctx: AccountPage) => string;
}

export interface ConfirmationPage {
  /** The action token of the challenge. */
  readonly actionToken: string;
  /** The address to which the same form is sent again with the result. */
  readonly action: string;
  readonly fields?: Form;
  /** The page for a customer who does not confirm. */
  readonly back: string;
  /** The purchase and its amount; undefined if nothing is paid. */
  readonly about?: string;
  /** Whether the same form can be sent again for another challenge, once the bank has refused this one. */
  readonly canRetry?: boolean;
  /** The page of another payment method, which is offered to a customer after every error. */
  readonly otherMethod?: string;
}

/**
 * Returns the challenge that a declined form has to pass, which is sent again afterwards; undefined if the payment was
 * declined for good. `name`: what is paid for; `paid`: its record.
 */
export const challengeOf = (
  ctx: AccountPage,
  { transaction }: Declined,
  name: string,
  paid: NamesMethod,
): ConfirmationPage | undefined => {
  if (!transaction?.action_token) return undefined;
  const { action_token: actionToken, amount_in_cents, currency } = transaction;
  const about = `${name} · ${formatsOf(visitOf(ctx), currency).money(amount_in_cents)}`;
  return {
    actionToken,
    action: ctx.path,
    fields: formOf(ctx),
    back: ctx.path,
    about,
    canRetry: true,
    otherMethod: replacePath(paid),
  };
};

/** Returns what to say where the bank has not confirmed a payment, and the page of the purchase is shown again. */
export const unconfirmedText = (visit: Pick<Visit, 'words' | 'site' | 'account'>): string =>
  offers(visit, 'payment_method') ? visit.words.confirm.failed : visit.words.confirm.refused;

/** Runs what a form asks for, or `otherwise` where the result token of its challenge is unknown, used or expired. */
export const unlessUnconfirmed = async (work: () => Promise<void>, otherwise: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.symbol !== 'token_invalid') throw error;
    await otherwise();
  }
};

/**
 * Shows the page of the customer's bank, on which the customer confirms what a form asked for. The same form is sent
 * again then, with the result token in `result`.
 */
export const showChallenge = async (
  { source, origin }: ConfirmDeps,
  ctx: AccountPage,
  confirming: ConfirmationPage,
): Promise<void> => {
  const { actionToken, action, fields = {}, back, about, canRetry = false, otherMethod } = confirming;
  const visit = visitOf(ctx);
  const { words, site, locale } = visit;
  const { confirm } = words;
  const browser = source.originFor(origin(ctx));
  const key = (await source.publicKeyOf(site.id)) ?? '';
  ctx.set('Content-Security-Policy', policyFor(browser));
  const other = otherMethod && offers(visit, 'payment_method') ? otherMethod : undefined;
  const texts = {
    failed: other ? confirm.failed : confirm.refused,
    canceled: other ? confirm.canceled : confirm.unconfirmed,
    offline: words.problems.offline,
  };
  const own = challengeTextsOf(site.texts, locale);
  const kept = Object.entries(fields).filter(([name, value]) => value && !OWN_FIELDS.has(name));
  show(
    ctx,
    {
      title: confirm.title,
      scripts: [
        html`<script src="${browser}/v1/service.js" defer></script>\n`,
        html`<script type="module" src="${asset('confirm.js')}"></script>`,
      ],
    },
    [
      html`${about ? html`<p class="strong">${about}</p>` : ''}
<noscript><p class="problem">${words.noScript}</p></noscript>
<div id="challenge" class="challenge"></div>
<p class="problem" id="problem" role="alert" tabindex="-1"></p>`,
      form(
        visit,
        {
          action,
          id: 'confirmed',
          data: { key, token: actionToken, locale, words: JSON.stringify(texts), own: JSON.stringify(own) },
        },
        html`${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}">\n`)}
<input type="hidden" name="result" value="">
<div class="choices"><button class="main" type="button" id="again" hidden>${confirm.again}</button>
${canRetry ? html`<button class="main" type="submit" id="retry" hidden>${confirm.retry}</button>` : ''}
${other ? html`<a class="button second" id="other" href="${other}" hidden>${words.actions.card}</a>` : ''}
<a class="button second" href="${back}">${confirm.back}</a></div>`,
      ),
    ],
  );
};

/** Returns the texts of the merchant around the page of the bank, as the library takes them. */
const challengeTextsOf = (texts: Site['texts'], locale: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(texts[chosenLanguage([locale]).language] ?? {})
      .filter(([name]) => name.startsWith('challenge.'))
      .map(([name, text]) => [name.replace('.', '_'), text]),
  );

/** Fields that each form has anew. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['form_key', 'form_id', 'result']);

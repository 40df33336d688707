import { newSite } from '@service/billing/domain/sites/site-rules.ts';
import { MOST_LINES } from '@service/billing/resources/invoice.ts';
import { LATEST, OLDEST } from '@service/billing/resources/version.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { SITE_REQUESTS_PER_MINUTE, WINDOW } from '../apis/xml/limits/allowance.ts';
import { PER_PAGE } from '../apis/xml/lists/parameters.ts';
import { MOST_PAGE_BYTES } from '../apis/xml/lists/read-page.ts';
import { html } from '../documents/html.ts';
import { invoiceWordsByLanguage } from '../documents/messages/invoice-words.ts';
import { MOST_HELD } from '../documents/xml/rendering/memory.ts';
import { RESPONSES_KEPT_FOR } from '../http/idempotency.ts';
import { WRITE_TIMEOUT } from '../http/write-timeout.ts';
import { codeCell, docTable, type Section } from './parts.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });
const invoiceLanguages = new Intl.ListFormat('en-GB').format(
  Object.keys(invoiceWordsByLanguage).map((tag) => NAMES.of(tag) ?? tag),
);

export const commonRules = (body: { readonly bytes: number; readonly seconds: Seconds }): Section => ({
  id: 'rules',
  title: 'Rules of every request',
  body: docTable(
    ['Rule', 'What to send, what to expect'],
    [
      [codeCell('Authorization'), 'Basic, with a private key as user name. A read-only key may GET and HEAD.'],
      [codeCell('Accept'), 'Must name application/xml; a wildcard does not.'],
      [
        codeCell('Accept-Language'),
        `The language of an invoice as PDF, with its dates and amounts: a tag such as de-AT, or an English name. There are ${invoiceLanguages}. Without one of these the invoice is in the language of the account’s mail: its preferred_locale, its accept_language, or the site’s mail language. Errors are English.`,
      ],
      [
        codeCell('X-Api-Version'),
        `One of ${OLDEST} to ${LATEST}. Without it the version is 2.0. The answer says which version it is in.`,
      ],
      [
        codeCell('Content-Type'),
        `application/xml; charset=utf-8 with a body. At most ${body.bytes.toLocaleString('en-US')} bytes, all of them within ${body.seconds} seconds.`,
      ],
      [
        codeCell('Idempotency-Key'),
        `On POST, PUT and DELETE: the same request with the same key happens once, and has the same answer for ${RESPONSES_KEPT_FOR / 3_600_000} hours. Send a random key; one that contains a card number is 400.`,
      ],
      [codeCell('If-None-Match'), 'With the ETag of an earlier answer: 304 and no body while nothing has changed.'],
      [
        codeCell('X-Request-Id'),
        'Yours if you send one, else one of ours, also in place of one that contains a card number. It is in our log; give it when you ask for help.',
      ],
      [
        'Elements',
        'A missing element leaves alone, nil="nil" clears, a value sets. An element that is not accepted is 400 and named.',
      ],
      [
        'Card numbers',
        'Production sites refuse a card number in a free text, such as a name or a note: 422, symbol contains_card_number. Codes and identifiers may be long numbers.',
      ],
      ['Times', 'ISO 8601, with any offset, from 1970 to 9999. Answers are in UTC.'],
      ['Addresses', 'Answers carry absolute links. Follow them as they are.'],
    ],
  ),
});

export const listRules: Section = {
  id: 'lists',
  title: 'Lists',
  body: html`<p>A <code>Link</code> header says where the next page is, and on later pages where the first and the one before are. HEAD answers the number of
records in <code>X-Records</code>. A parameter that the list does not know is ignored, and has a header <code>Warning: 299 - "unknown parameter
colour"</code>.</p>${docTable(
    ['Parameter', 'Without it', 'What it does'],
    [
      [
        codeCell('per_page'),
        String(PER_PAGE.default),
        `Records on a page, at most ${PER_PAGE.most}. A page of heavy records ends early, at ${MOST_PAGE_BYTES / 1_000_000} MB.`,
      ],
      [codeCell('cursor'), 'the first page', 'A place in the list. Take it from a link.'],
      [codeCell('sort'), 'created_at', 'created_at or updated_at.'],
      [codeCell('order'), 'desc', 'desc or asc.'],
      [codeCell('begin_time'), '–', 'Records whose sort attribute is then or later.'],
      [codeCell('end_time'), '–', 'Records whose sort attribute is then or earlier.'],
    ],
  )}`,
};

export const limitRules: readonly Section[] = [
  {
    id: 'requests',
    title: 'Requests',
    body: html`<p>Requests are counted over the last ${WINDOW / 60} minutes. A site may spend them all at once. Every authenticated answer says what is left; above the
limit it is 429, and <code>Retry-After</code> says when to come back.</p>${docTable(
      ['Site', 'Requests a minute', 'What counts'],
      [
        ['Sandbox', String(SITE_REQUESTS_PER_MINUTE.sandbox), 'Everything.'],
        ['Production', SITE_REQUESTS_PER_MINUTE.production.toLocaleString('en-US'), 'GET and HEAD.'],
      ],
    )}${docTable(
      ['Header', 'What it says'],
      [
        [codeCell('X-RateLimit-Limit'), 'Requests in the whole window.'],
        [codeCell('X-RateLimit-Remaining'), 'Requests that are left.'],
        [codeCell('X-RateLimit-Reset'), 'When the window is empty again if you ask no more: Unix seconds.'],
      ],
    )}`,
  },
  {
    id: 'attempts',
    title: 'Declined attempts',
    body: html`<p>Declined attempts to pay are limited for each account, card and customer address. A sandbox counts cards and addresses only where the site sets
their limit, because tests share both; its test card 4000 0000 0000 0135 is always declined as beyond a limit. When a limit is reached, payments are declined
without asking a gateway, as <code>fraud_too_many_attempts</code>, and security codes as <code>too_many_attempts</code>, or as <code>cvv_verify_locked</code> after five wrong ones for a card within a day;
<code>Retry-After</code> says in how many seconds to try again. Approvals never count.</p>${docTable(
      ['Counted by', 'Declined attempts in an hour', 'Setting'],
      [
        [
          'Account',
          String(newSite('production').attempts_per_hour),
          codeCell('npm run site -- change <site> --attempts-per-hour'),
        ],
        ['Card', String(newSite('production').attempts_per_card), codeCell('--attempts-per-card')],
        [
          html`Address that a token was made from, or the <code>ip_address</code> of billing info`,
          String(newSite('production').attempts_per_address),
          codeCell('--attempts-per-address'),
        ],
      ],
    )}`,
  },
  {
    id: 'sizes',
    title: 'Sizes',
    body: html`<p>An invoice has at most ${MOST_LINES.toLocaleString('en-US')} lines: a request for more is 422, and of an account with more pending charges and credits the oldest are
invoiced first. A key may have ${MOST_HELD.perKey / 1_000_000} MB of answers that it has not read yet; more is 429. A client that reads nothing for
${WRITE_TIMEOUT / 1000} seconds loses its connection.</p>`,
  },
];

import { account } from '@service/billing/resources/account.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import type { Millis } from '@service/billing/values/time.ts';
import type { Calendar } from '../apis/xml/versions/calendar.ts';
import { html } from '../documents/html.ts';
import { renderList } from '../documents/xml/codec/write.ts';
import type { BodyLimits } from '../http/bodies/read-body.ts';
import { declineRules, errorRules } from './error-rules.ts';
import type { Example } from './example.ts';
import { RECORDED_AT } from './example.ts';
import type { ShownRequest } from './languages.ts';
import { codeCell, type DocPage, listing, type Section } from './parts.ts';
import { requestFigure, type Yours } from './request-figure.ts';
import { commonRules, limitRules, listRules } from './rules.ts';
import type { Dated } from './version-changes.ts';
import { versionSections } from './version-pages.ts';
import { wholePage } from './whole-page.ts';

interface Guide {
  readonly origin: string;
  readonly key: string | undefined;
  readonly examples: Readonly<Record<string, Example>>;
  readonly calendar: Calendar;
  /** The tables of the API, from which the page of versions says what each changes. */
  readonly dated: Dated;
  readonly body: BodyLimits;
  readonly now: Millis;
  /** The version of the browser library; undefined: this process does not know it. */
  readonly library: string | undefined;
}

const GROUP = 'Guide';

/** The pages about using the XML API as a whole. */
export const guidePages = (guide: Guide): DocPage[] => [
  start(guide),
  {
    path: '/docs/requests',
    title: 'Requests',
    group: GROUP,
    content: () => ({
      about: 'What every request sends, and what every answer says.',
      sections: [commonRules(guide.body), aboutExamples],
    }),
  },
  {
    path: '/docs/lists',
    title: 'Lists',
    group: GROUP,
    content: () => ({
      about: 'Lists come in pages. Each page links to the next one.',
      sections: [listRules],
    }),
  },
  {
    path: '/docs/errors',
    title: 'Errors',
    group: GROUP,
    content: () => ({
      about:
        'Every error has a symbol to branch on and a text. The tables say what to send instead. A refused request changes nothing.',
      sections: [...errorRules, declineRules],
    }),
  },
  {
    path: '/docs/limits',
    title: 'Limits',
    group: GROUP,
    content: () => ({
      about: 'How many requests, attempts to pay and bytes a site may spend.',
      sections: limitRules,
    }),
  },
  {
    path: '/docs/versions',
    title: 'Versions',
    group: GROUP,
    content: () => ({
      about:
        'A client names the version it was written for, and is answered in it. The sections say what it sees change when it raises its version.',
      sections: versionSections(guide.calendar, guide.now, guide.dated),
    }),
  },
];

const start = ({ origin, key, examples, library }: Guide): DocPage => {
  const ask = ({ path, ...request }: Omit<ShownRequest, 'key' | 'url'> & { path: string }, yours: Yours = {}) =>
    requestFigure({ ...request, url: `${origin}${path}`, key }, yours);
  const sale = examples.create_purchase;
  return {
    path: '/docs',
    title: 'Get started',
    group: GROUP,
    content: () => ({
      about:
        'Card fields on your page, one request from your server, and the customer is subscribed. This guide makes the first sale; the reference describes every request.',
      sections: [
        ...(library === undefined ? [] : [paymentPage(library, key !== undefined)]),
        {
          id: 'first-request',
          title: 'A first request',
          body: html`<p>Send a private key as the user name of HTTP Basic; the password is empty. Say that you accept XML, and which version you speak.${
            key !== undefined &&
            ' The key in these examples is that of the demo site; it is accepted on this machine only.'
          }</p>
${ask({ method: 'GET', path: '/v2/accounts' })}
${key !== undefined && html`<p>The demo site answers with the account ${codeCell('gift-giver')}, who bought its gift card.</p>`}
${listing('Answer of a site without accounts', renderList(account, [], { version: LATEST, address: () => undefined }))}`,
        },
        {
          id: 'first-sale',
          title: 'A first sale',
          body: html`<p>Send the token that the page has just shown, in place of <code>${TOKEN}</code>. One request opens the account, charges the card and begins the subscription.
A token lives 20 minutes and is redeemed once: sent again, it is <a href="/docs/errors#token_invalid">token_invalid</a>. When the card is declined, nothing is created
except the declined transaction. <a href="/docs/purchases#preview_purchase">Preview purchase</a> takes the same body, leaves the token as it is, and returns what the sale would cost.${key === undefined && html` A new site has no plan: make one with <a href="/docs/plans#create_plan">Create plan</a>, or in the catalogue of the console, and name it in place of tideline.`}</p>
${ask({ method: 'POST', path: '/v2/purchases', body: PURCHASE }, { token_id: TOKEN })}
${sale && listing('From its answer', excerpt(sale.answer.replaceAll(RECORDED_AT, origin)))}
<p>To refund 5.00 of it, name the invoice of the answer in place of ${codeCell('1000')}. Without an amount or lines, everything is refunded. The answer is a credit invoice.</p>
${ask({ method: 'POST', path: '/v2/invoices/1000/refund', body: REFUND }, { invoice_number: '1000' })}`,
        },
        {
          id: 'next',
          title: 'Where to go next',
          body: html`<ul>
<li><a href="/docs/payment-form">Payment form</a>: methods, address, look and language of your checkout; <a href="/docs/react">React</a> and <a href="/docs/vue">Vue</a>.</li>
<li><a href="/docs/subscriptions">Subscriptions</a>: change, pause, cancel. <a href="/docs/sandbox-clock">Move the clock</a> to see the renewals.</li>
<li><a href="/docs/errors">Errors</a>: what to do when a payment is declined.</li>
<li><a href="/docs/confirm-payments-with-3-d-secure">3-D Secure</a>: what to add to your page and server for banks that ask their customers to confirm.</li>
<li><a href="/docs/api.json">The machine-readable description</a>, OpenAPI 3.1, for tools and code generators.</li>
</ul>`,
        },
      ],
    }),
  };
};

const paymentPage = (origin: string, acceptsDemoKeys: boolean): Section => ({
  id: 'page',
  title: 'A page that takes a payment',
  body: html`<p>Save this page, ${!acceptsDemoKeys && 'put in the public key of your site, '}serve it over https, or from localhost while the service itself is on http, and pay with the test card 4111 1111 1111 1111. It shows the token, which your server sends to the
API in place of a card.</p>
${listing('HTML', wholePage('payment-form.html', { origin, acceptsDemoKeys }))}
<p>The <a href="/docs/browser-library">browser library</a> also has card fields of your own design, bank accounts, wallets and live prices.</p>`,
});

/** Readers paste the examples into a new database, where the records that they name do not exist. */
const aboutExamples: Section = {
  id: 'examples',
  title: 'About the examples',
  body: html`<p>The requests and answers of the reference were recorded on a demo site with several days of data. Pasted as they are, requests that name
a record answer 404 until you have one: replace uuids, ids, invoice numbers, tokens and codes with those of your own answers. Each example says what to
replace in its address; in its body, replace ${codeCell('token_id')}, invoice numbers and codes. Requests that create a record work once; a second time, its
code is taken.</p>
<p>A new demo site has the plan ${codeCell('tideline')}, and the account ${codeCell('gift-giver')}. The examples of <a href="/docs/subscriptions">Subscriptions</a> and
<a href="/docs/add-ons">Add-ons</a> use the plan ${codeCell('lighthouse')}: create it first with <a href="/docs/plans#create_plan">Create plan</a>.</p>`,
};

/** The place of the token in the request of a first sale. */
const TOKEN = 'your-token';

const PURCHASE = `<purchase>
  <account>
    <account_code>ada</account_code>
    <billing_info>
      <token_id>${TOKEN}</token_id>
    </billing_info>
  </account>
  <currency>USD</currency>
  <subscriptions>
    <subscription>
      <plan_code>tideline</plan_code>
    </subscription>
  </subscriptions>
</purchase>`;

const REFUND = `<invoice>
  <amount_in_cents>500</amount_in_cents>
</invoice>`;

/** The elements of an answer that say what was sold. */
const excerpt = (answer: string): string =>
  answer
    .split('\n')
    .filter((line) => /^\s*<(invoice_collection|charge_invoice|state>paid)|^ {4}<total_in_cents/.test(line))
    .map((line) => line.replace(/href="[^"]*"/, 'href="…"'))
    .join('\n');

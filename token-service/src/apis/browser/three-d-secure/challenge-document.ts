import { readFileSync } from 'node:fs';
import { chooseLanguage } from '@service/sdk/texts/language.ts';
import { html, Markup } from '../../../documents/html.ts';
import { CHALLENGE_TEXTS } from '../../../documents/messages/challenge-texts.ts';
import { frameStylesheet } from '../../../pages/style/stylesheet.ts';

const assetUrl = (name: string): URL => new URL(`./assets/${name}`, import.meta.url);
const asset = (name: string): Markup => new Markup(readFileSync(assetUrl(name), 'utf8'));

const STYLE = frameStylesheet([assetUrl('challenge.css')], (name) => `/js/v1/fonts/${name}`);

/** Text of a data block: no browser runs it, and nothing in it ends the block. */
const dataBlock = (value: unknown): Markup => new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));

/** The function of the payment form, for the scripts of the documents: a page in Chinese stays in the same Chinese. */
const CHOOSE_LANGUAGE = new Markup(`const chooseLanguage = ${chooseLanguage};`);

const RETURN_TEXTS = Object.fromEntries(
  Object.entries(CHALLENGE_TEXTS).map(([language, { returned, back }]) => [language, { returned, back }]),
);

/** Keeps the bank's page from leaving the checkout, and lets it do all else. */
const SANDBOX =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals allow-storage-access-by-user-activation';

/**
 * The browser features with which a bank may confirm a payment. The library delegates them to this document
 * (`sdk/src/risk`).
 */
const ALLOW = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'payment',
  'otp-credentials',
  'storage-access',
];

/** Features that the document must not withdraw from the bank's page. */
export const BANK_FEATURES: ReadonlySet<string> = new Set(ALLOW);

/**
 * The document around the page of the customer's bank. It is the same for every merchant and every challenge: what
 * differs comes from the page that embeds it, see `sdk/src/risk/protocol.ts`. That page has the landmarks.
 */
export const CHALLENGE_DOCUMENT = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Confirm your payment</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<div class="challenge">
<div class="head">
<h1 id="title" tabindex="-1"></h1>
<button type="button" class="close" id="close"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg></button>
<p id="ask"></p>
</div>
<div class="stage">
<iframe id="bank" title="" sandbox="${SANDBOX}" allow="${ALLOW.map((feature) => `${feature} *`).join('; ')}" referrerpolicy="strict-origin" data-covered></iframe>
<div class="wait" id="wait" role="status"><span class="spinner" aria-hidden="true"></span><p></p></div>
<div class="end" id="end" role="alert" hidden>
<svg viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="17"/><path d="M20 12v10M20 28v.1"/></svg>
<p id="reason"></p>
<div class="answers"><button type="button" id="again">&nbsp;</button><button type="button" id="leave">&nbsp;</button></div>
</div>
</div>
<div class="foot" hidden><button type="button" id="restart"></button></div>
</div>
<script type="application/json" id="texts">${dataBlock(CHALLENGE_TEXTS)}</script>
<script>${CHOOSE_LANGUAGE}
${asset('challenge.js')}</script>
</body>
</html>
`.text;

/** The document to which a bank returns the customer's browser. It tells the document around it, and nothing else. */
export const RETURN_DOCUMENT = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Back to your payment</title>
<link rel="icon" href="data:,">
</head>
<body hidden>
<p id="returned">${CHALLENGE_TEXTS.en.returned}</p>
<script type="application/json" id="texts">${dataBlock(RETURN_TEXTS)}</script>
<script>${CHOOSE_LANGUAGE}
${asset('return.js')}</script>
</body>
</html>
`.text;

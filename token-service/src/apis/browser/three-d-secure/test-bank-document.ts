import { readFileSync } from 'node:fs';
import { moneyFormat } from '@service/billing/values/money/money-text.ts';
import { html, Markup } from '../../../documents/html.ts';

const STYLE = readFileSync(new URL('./assets/test-bank.css', import.meta.url), 'utf8');

export const TEST_BANK_STYLE = STYLE;

/** The payment that the customer is asked to confirm. */
export interface AskedPayment {
  readonly amount_in_cents: number;
  readonly currency: string;
  /** The merchant, as on the customer's statement. */
  readonly descriptor: string;
}

const page = (title: string, content: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<div class="head">
<span class="bank"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 10l9-6 9 6M5 10v8M10 10v8M14 10v8M19 10v8M3 20h18"/></svg>Test bank</span>
<span class="note">Sandbox: no real money</span>
</div>
<div class="asked">
<h1>${title}</h1>
${content}
</div>
</body>
</html>
`.text;

const amountOf = ({ amount_in_cents, currency }: AskedPayment): string =>
  moneyFormat('en-US', currency)(amount_in_cents);

/** Asks the customer to confirm or refuse. A card that is stored without a payment has no amount. */
export const testBankPage = (payment: AskedPayment): string =>
  page(
    payment.amount_in_cents > 0 ? 'Confirm this payment?' : 'Store this card?',
    html`<form method="post">
<dl>
${payment.amount_in_cents > 0 ? html`<dt>Amount</dt><dd class="amount">${amountOf(payment)}</dd>` : html`<dt>Amount</dt><dd>Nothing is charged now.</dd>`}
<dt>Merchant</dt><dd dir="auto">${payment.descriptor || 'A shop in the sandbox'}</dd>
</dl>
<div class="answers">
<button class="main" name="decision" value="confirm">Confirm payment</button>
<button class="second" name="decision" value="refuse">Refuse</button>
</div>
</form>
<p class="quiet">This page stands in for the page of a customer’s bank. To try a payment that is abandoned, close it without an answer.</p>`,
  );

/** An address that no payment has, or one that no longer waits. */
export const testBankNothing = (): string =>
  page(
    'There is nothing to confirm',
    html`<p>No payment waits for a confirmation at this address. Close this page, and pay again.</p>`,
  );

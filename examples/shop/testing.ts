import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A real HTTP server in place of the XML API: answers by `METHOD /path`, and records the requests. */
export const standIn = async (answers: Record<string, Answer | (() => Answer)>) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, headers, body: await text(request) });
    const found = answers[`${method} ${path}`] ?? { status: 404, body: notFound };
    const { status = 200, headers: extra = {}, body = '' } = typeof found === 'function' ? found() : found;
    response.writeHead(status, { 'Content-Type': 'application/xml; charset=utf-8', ...extra }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

export const account = `<?xml version="1.0" encoding="UTF-8"?>
<account href="http://localhost:3000/v2/accounts/ada">
  <adjustments href="http://localhost:3000/v2/accounts/ada/adjustments"/>
  <billing_info href="http://localhost:3000/v2/accounts/ada/billing_info"/>
  <account_code>ada</account_code>
  <state>active</state>
  <username nil="nil"></username>
  <email>ada@example.com</email>
  <first_name>Ada</first_name>
  <last_name>O&apos;Neill &amp; Søn</last_name>
  <company_name></company_name>
  <address>
    <address1 nil="nil"></address1>
    <country nil="nil"></country>
  </address>
  <created_at type="datetime">2026-03-02T09:00:00Z</created_at>
  <closed_at nil="nil"></closed_at>
</account>`;

export const billingInfo = `<?xml version="1.0" encoding="UTF-8"?>
<billing_info href="http://localhost:3000/v2/accounts/ada/billing_info" type="credit_card">
  <account href="http://localhost:3000/v2/accounts/ada"/>
  <first_name>Ada</first_name>
  <last_name>O&apos;Neill</last_name>
  <country nil="nil"></country>
  <card_type>Visa</card_type>
  <year type="integer">2031</year>
  <month type="integer">4</month>
  <first_six>411111</first_six>
  <last_four>0011</last_four>
</billing_info>`;

export const bankInfo = `<?xml version="1.0" encoding="UTF-8"?>
<billing_info href="http://localhost:3000/v2/accounts/ada/billing_info" type="bank_account">
  <account href="http://localhost:3000/v2/accounts/ada"/>
  <name_on_account>Ada O&apos;Neill</name_on_account>
  <country>US</country>
  <last_four>0019</last_four>
  <account_type>savings</account_type>
  <routing_number>123456780</routing_number>
</billing_info>`;

export const walletInfo = `<?xml version="1.0" encoding="UTF-8"?>
<billing_info href="http://localhost:3000/v2/accounts/ada/billing_info" type="paypal">
  <account href="http://localhost:3000/v2/accounts/ada"/>
  <first_name>Ada</first_name>
  <last_name>Lovelace</last_name>
  <paypal_billing_agreement_id>B-approved-1</paypal_billing_agreement_id>
</billing_info>`;

export const singleError = (symbol: string, description: string, details = ''): string => `<?xml version="1.0"?>
<error>
  <symbol>${symbol}</symbol>
  <description lang="en-US">${description}</description>
  ${details && `<details>${details}</details>`}
</error>`;

export const notFound = singleError('not_found', 'The record could not be located.');

export const validation = (
  ...findings: readonly (readonly [field: string, symbol: string, message: string])[]
): string =>
  `<?xml version="1.0"?>
<errors>
  ${findings.map(([field, symbol, message]) => `<error field="${field}" symbol="${symbol}" lang="en-US">${message}</error>`).join('\n  ')}
</errors>`;

export const transactionError = (code: string, customerMessage: string, field: string, symbol: string): string =>
  `<?xml version="1.0"?>
<errors>
  <transaction_error>
    <error_code>${code}</error_code>
    <error_category>soft</error_category>
    <merchant_message>Only for the merchant's eyes.</merchant_message>
    <customer_message>${customerMessage}</customer_message>
    <gateway_error_code nil="nil"></gateway_error_code>
  </transaction_error>
  <error field="transaction.account.billing_info.${field}" symbol="${symbol}" lang="en-US">was declined</error>
  <transaction href="http://localhost:3000/v2/transactions/0123456789abcdef0123456789abcdef" type="credit_card">
    <uuid>0123456789abcdef0123456789abcdef</uuid>
    <action>verify</action>
    <amount_in_cents type="integer">100</amount_in_cents>
    <status>declined</status>
  </transaction>
</errors>`;

const line = (origin: string, description: string, unit: number, quantity: number, discount: number, tax: number) => `
  <adjustment type="charge">
    <description>${description}</description>
    <origin>${origin}</origin>
    <unit_amount_in_cents type="integer">${unit}</unit_amount_in_cents>
    <quantity type="integer">${quantity}</quantity>
    <discount_in_cents type="integer">${discount}</discount_in_cents>
    <tax_in_cents type="integer">${tax}</tax_in_cents>
    <tax_region>CA</tax_region>
    <tax_details type="array">
      <tax_detail><name>CA</name><type>state</type><tax_rate type="float">0.0875</tax_rate></tax_detail>
    </tax_details>
  </adjustment>`;

/** A magazine, twice, with its setup fee and a jacket; a coupon for the magazine and a gift card of $20.00. */
export const chargeInvoice = (code: string, root = 'invoice', number = '1000') => `
<${root} href="http://localhost:3000/v2/invoices/${number}">
  <account href="http://localhost:3000/v2/accounts/${code}"/>
  <state>paid</state>
  <invoice_number ${number ? 'type="integer"' : 'nil="nil"'}>${number}</invoice_number>
  <discount_in_cents type="integer">600</discount_in_cents>
  <balance_in_cents type="integer">${number ? 0 : 11896}</balance_in_cents>
  <credit_payments type="array">
    <credit_payment><action>gift_card</action><amount_in_cents type="integer">2000</amount_in_cents></credit_payment>
  </credit_payments>
  <tax_in_cents type="integer">1118</tax_in_cents>
  <total_in_cents type="integer">13896</total_in_cents>
  <currency>USD</currency>
  <created_at type="datetime">2026-11-20T13:00:00Z</created_at>
  <line_items type="array">${[
    line('debit', 'Oilskin jacket', 8900, 1, 0, 779),
    line('setup_fee', 'Tideline: setup fee', 500, 1, 0, 43),
    line('plan', 'Tideline', 1999, 2, 600, 296),
  ].join('')}
  </line_items>
  <transactions type="array">
    <transaction type="credit_card">
      <amount_in_cents type="integer">11896</amount_in_cents>
      <status>failed</status>
      <payment_method>credit_card</payment_method>
    </transaction>
    <transaction type="credit_card">
      <amount_in_cents type="integer">11896</amount_in_cents>
      <status>success</status>
      <payment_method>credit_card</payment_method>
      <details><account><billing_info type="credit_card">
        <card_type>Visa</card_type><last_four>1111</last_four>
      </billing_info></account></details>
    </transaction>
  </transactions>
</${root}>`;

/** The answer to a purchase and, with an empty number, to its preview. */
export const invoiceCollection = (code: string, number = '1000') => `<?xml version="1.0"?>
<invoice_collection>
  ${chargeInvoice(code, 'charge_invoice', number)}
  <credit_invoices type="array">
    <credit_invoice><balance_in_cents type="integer">0</balance_in_cents></credit_invoice>
  </credit_invoices>
</invoice_collection>`;

const dates = `
  <current_period_started_at type="datetime">2026-11-20T13:00:00Z</current_period_started_at>
  <current_period_ends_at type="datetime">2026-12-20T13:00:00Z</current_period_ends_at>`;

export const subscriptions = `<?xml version="1.0"?>
<subscriptions type="array">
  <subscription>
    <plan><plan_code>tideline</plan_code><name>Tideline</name></plan>
    <invoice href="http://localhost:3000/v2/invoices/1000"/>
    <state>active</state>
    <currency>USD</currency>
    <quantity type="integer">2</quantity>${dates}
    <subscription_add_ons type="array">
      <subscription_add_on><add_on_code>readers</add_on_code><quantity type="integer">3</quantity></subscription_add_on>
    </subscription_add_ons>
  </subscription>
  <subscription><plan><name>Gone</name></plan><state>expired</state>${dates}</subscription>
</subscriptions>`;

export const subscriptionPreview = (code: string) => `<?xml version="1.0"?>
<subscription><plan><plan_code>tideline</plan_code></plan>${invoiceCollection(code, '').replace(/^<\?xml.*\n/, '')}</subscription>`;

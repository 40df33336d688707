import { account } from '@service/billing/resources/account.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { html } from '../../html.ts';
import { renderList } from '../../xml/codec/write.ts';
import { XML, XML_UTF8 } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import { code, listing, type Section } from './parts.ts';

interface Service {
  readonly origin: string;
  readonly endpoints: readonly Endpoint[];
  readonly key: string | undefined;
}

/** Examples to try first, for the endpoints that exist. */
export const firstSteps = (service: Service): Section[] =>
  service.endpoints.some(({ name }) => name === 'create_purchase')
    ? [firstRequest(service), firstSale(service)]
    : [firstRequest(service)];

/** Returns a request as a shell command. */
const curl = ({ origin, key = '$PRIVATE_KEY' }: Service, path: string, body?: string): string =>
  [
    `curl ${origin}${path}`,
    `--user "${key}:"`,
    `--header "Accept: ${XML}"`,
    `--header "X-Api-Version: ${LATEST}"`,
    ...(body === undefined ? [] : [`--header "Content-Type: ${XML_UTF8}"`, `--data '${body}'`]),
  ].join(' \\\n  ');

const firstRequest = (service: Service): Section => ({
  id: 'first-request',
  title: 'A first request',
  body: html`<p>Send a private key as the user name of HTTP Basic; the password is empty. Say that you want XML, and which version you speak.${
    service.key !== undefined &&
    ' The key in these examples is that of the demo site; it is accepted on this machine only.'
  }</p>
${listing('Request', curl(service, '/v2/accounts'))}
${listing('Answer of a site without accounts', renderList(account, [], { version: LATEST, address: () => undefined }))}`,
});

const PURCHASE = `<purchase>
  <account>
    <account_code>ada</account_code>
    <billing_info>
      <first_name>Ada</first_name>
      <last_name>Lovelace</last_name>
      <number>4111111111111111</number>
      <month>12</month>
      <year>2040</year>
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

/** A sale and a partial refund. */
const firstSale = (service: Service): Section => ({
  id: 'first-sale',
  title: 'A first sale',
  body: html`<p>One request opens the account, charges the card and begins the subscription; when the card is declined, nothing is left but the declined
transaction. From a page of yours, send the ${code('token_id')} that its card fields gave in place of names and number.
<a href="#call-preview_purchase">Preview purchase</a> takes the same body and tells what it would come to.${service.key === undefined && ' Name a plan of yours in place of tideline.'}</p>
${listing('Request', curl(service, '/v2/purchases', PURCHASE))}
${listing(
  'From its answer',
  `<invoice_collection>
  <charge_invoice href="…">
    <state>paid</state>
    <invoice_number type="integer">1000</invoice_number>
    <total_in_cents type="integer">2499</total_in_cents>`,
)}
<p>To refund 5.00 of it, name the invoice. Without an amount or lines, everything is refunded. The answer is a credit invoice.</p>
${listing('Request', curl(service, '/v2/invoices/1000/refund', REFUND))}`,
});

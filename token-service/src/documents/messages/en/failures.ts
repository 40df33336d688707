import type { Failure, FailureSymbol } from '@service/billing/values/failure.ts';

type Words = (params: Failure['params']) => string;

/** The reasons why an operation of a gateway cannot be adopted or refunded, by the reasons of the use cases. */
const NOT_RECONCILABLE: Readonly<Record<string, string>> = {
  under_way: 'its payment intent is open. Start a worker, which completes or reverses it, then compare again.',
  settling: 'the bank has not decided on it yet. Compare again once it has.',
  authorized: 'it is an authorization that was never captured. Release it: npm run reconcile -- refund.',
  captured: 'it captures an authorization of the books. Adopt it, then refund its invoice.',
  refund: 'it is a refund. Adopt it.',
  account_unknown: 'no account has its payment method. Name the account with --account, or refund the payment.',
  accounts_ambiguous: 'several accounts have its payment method. Name one with --account.',
  without_invoice: 'the payment that it refunds is on no invoice. Record the refund by hand.',
  credit_used: 'the credit that its payment became is used already. Record the refund by hand.',
  declined: 'the gateway declines to return it. Look at it there.',
};

/** The reasons why a request cannot be carried out, by the reasons of the use cases. */
const BAD_REQUESTS: Readonly<Record<string, string>> = {
  gift_card_already_redeemed: 'The gift card was redeemed before. Send the code of another one.',
  gift_card_unknown: 'There is no gift card with this redemption code. Send the code of another one.',
  recipient_unknown: 'There is no account with this account_code. Create it first, or name another one.',
};

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** The description of each single error. It says what to do next. */
export const failureMessages: Readonly<Record<FailureSymbol, Words>> = {
  not_found: (params) => notFoundWords(params),
  token_invalid: () => 'The token is unknown, has expired or was used already. Ask the customer for the details again.',
  three_d_secure_failed: () =>
    'The customer or the bank did not confirm the payment. Ask for another payment method, or send the payment again.',
  three_d_secure_pending: () =>
    'The customer has not confirmed the payment yet. Ask again when the page of the bank has closed.',
  invalid_xml: () => 'The provided XML was invalid.',
  no_body: () => 'An XML-formatted body is required for this API method, but none was given.',
  unsupported_media_type: () => 'The body must be sent as Content-Type: application/xml; charset=utf-8.',
  billing_info_invalid: () => 'no other attributes are allowed when a token is provided',
  feature_not_enabled: ({ name }) =>
    `${name} needs a payment gateway that this service does not have. Send another payment method.`,
  invalid_cursor: () =>
    'The cursor format is invalid. Take the whole address from the Link header, or leave the cursor out to start again.',
  bad_request: ({ name, reason }) => {
    if (reason) return BAD_REQUESTS[String(reason)] ?? 'The request could not be understood.';
    return name ? `The request could not be understood: ${name} is not valid.` : 'The request could not be understood.';
  },
  cvv_verify_locked: () =>
    'Too many wrong security codes were tried for this card within a day. Ask for the card again, or wait until Retry-After.',
  too_many_attempts: () => 'This credit card has too many cvv check attempts. Try again later.',
  unauthorized: ({ sent }) =>
    sent === 'public_key'
      ? 'This is a public key, which is for the browser. Send a private key as the user name of HTTP Basic.'
      : 'The API key is missing or not valid. Send a private key as the user name of HTTP Basic.',
  payment_required: () => 'This site is not in good standing. Contact support to have it restored.',
  forbidden: () => 'This API key is read-only. Use a key that may write.',
  https_required: () => 'A production site requires HTTPS. Send the request over HTTPS.',
  method_not_allowed: ({ method, allowed }) => `${method} is not allowed at this URL. Allowed methods: ${allowed}.`,
  not_acceptable: () => 'This API answers in XML. Send Accept: application/xml.',
  precondition_failed: ({ what }) => (what ? String(what) : 'The record is not in the state that this request needs.'),
  simultaneous_request: () => 'Another request is changing the same thing right now. Try again in a moment.',
  idempotency_key_reused: () =>
    'This Idempotency-Key came with a different request before. Send a new key with a new request.',
  account_closed: ({ value }) => `Account ${value} is closed. Reopen it first.`,
  account_has_open_children: () =>
    'The account has open child accounts. Close them first, or give them another parent.',
  performance_obligation_built_in: ({ value }) =>
    `Performance obligation ${value} is built in, and is neither changed nor removed.`,
  measured_unit_in_use: ({ value }) => `An add-on counts its usage in ${value}. Delete the add-on first.`,
  shipping_address_in_use: ({ value }) =>
    `A live subscription is sent to shipping address ${value}. Change the address instead of deleting it.`,
  adjustment_not_pending: () => 'The adjustment is on an invoice already. Refund it there instead.',
  duplicate_subscription: ({ value, seconds }) =>
    `The account subscribed to ${value} less than ${seconds} seconds ago. Send bulk = true when it wants another one.`,
  subscription_expired: ({ value }) => `Subscription ${value} has expired. Create a new subscription.`,
  subscription_not_cancelable: ({ value, state }) =>
    `Subscription ${value} is ${state}. Only an active or future subscription can be canceled.`,
  subscription_not_terminable: ({ value, state }) =>
    `Subscription ${value} is ${state}. Only an active, canceled or paused subscription can be terminated.`,
  subscription_not_reactivatable: ({ value, state }) =>
    `Subscription ${value} is ${state}. Only a canceled subscription can be reactivated, before it expires.`,
  subscription_not_pausable: ({ value, state }) =>
    `Subscription ${value} is ${state} and cannot be paused. It must be active, not in a trial, converted if it started as a gift, and its account must have no past-due invoice.`,
  subscription_on_hold: ({ value }) =>
    `The subscription ${value} was imported and is not started yet. Start what was imported before this is invoiced.`,
  subscription_not_paused: ({ value, state }) =>
    `Subscription ${value} is ${state}. Only a paused subscription can be resumed.`,
  subscription_not_postponable: ({ value, state, seconds }) =>
    seconds
      ? `Subscription ${value} was postponed less than ${seconds} seconds ago. Send bulk = true to postpone it again.`
      : `Subscription ${value} is ${state}. Only an active subscription can be postponed.`,
  not_in_trial: ({ value }) => `Subscription ${value} is not active and in a trial, so there is no trial to convert.`,
  usage_not_recordable: ({ value, state }) =>
    `Subscription ${value} is ${state}. Usage is recorded only while a subscription is active or canceled.`,
  usage_billed: ({ value }) => `Usage ${value} was billed. Record a negative amount to correct it.`,
  add_on_not_usage: ({ value }) => `Add-on ${value} is fixed. Usage is recorded on usage add-ons only.`,
  will_not_invoice: () => 'There is nothing to invoice. Add a charge or a credit first.',
  invoice_not_refundable: ({ value }) => `Nothing of invoice ${value} can be refunded.`,
  unable_to_collect: ({ value }) =>
    `Invoice ${value} cannot be collected: it is neither pending nor past due, or it is collected manually.`,
  too_many_collection_attempts: ({ value }) =>
    `Account ${value} was collected manually within the last hour. Wait, or update its billing info.`,
  unable_to_apply_credit: ({ value, currency }) =>
    currency
      ? `The account of invoice ${value} has no credit in ${currency}. Give it credit first, then send the request again.`
      : `Invoice ${value} is not a pending or past-due charge invoice, so no credit can be applied to it.`,
  invoice_not_voidable: ({ value }) => `Invoice ${value} is not an open credit invoice, so there is nothing to void.`,
  invoice_not_pending: ({ value }) => `Invoice ${value} is not open any more.`,
  invoice_not_manual: ({ value }) =>
    `Invoice ${value} is collected automatically, so no payment by hand is entered on it. Mark it successful when it was paid elsewhere.`,
  e_invoice_unavailable: ({ value }) => `There is no e-invoice of invoice ${value} in this format.`,
  invoice_not_in_dunning: ({ value }) =>
    `Invoice ${value} is not in dunning: it is not past due, or its dunning has ended.`,
  gateway_adapter_unknown: ({ value, known }) => `There is no adapter “${value}”. Adapters: ${known}.`,
  gateway_adapter_unavailable: ({ value, modes, subdomain, mode }) =>
    `The adapter ${value} serves ${modes} sites only, and ${subdomain} is a ${mode} site.`,
  gateway_credentials_invalid: ({ value, required, optional }) =>
    `The credentials do not fit the adapter ${value}. Required: ${required}. Optional: ${optional}.`,
  gateway_account_refused: ({ value, reason }) => `The adapter ${value} refuses this account: ${reason}.`,
  gateway_endpoint_alone: ({ value }) =>
    `The endpoint of gateway account ${value} changes together with its credentials only, so that no key is sent to a wrong address. Give --credentials-file too.`,
  gateway_credentials_unreadable: ({ value, subdomain }) =>
    `The credentials of gateway account ${value} of ${subdomain} cannot be decrypted. ` +
    'Set the key they were encrypted with as SECRETS_KEY or SECRETS_KEY_PREVIOUS, or enter them again: ' +
    `npm run gateway -- change ${subdomain} ${value} --credentials-file <file>`,
  site_mode_fixed: ({ value, mode }) =>
    `${value} has gateway accounts, so it stays a ${mode} site. Create another site with npm run site -- create, or remove its accounts with npm run gateway -- remove.`,
  invoice_number_not_above: ({ value, present, largest }) =>
    `The next invoice has number ${present}, and ${value} cannot follow: give a number from ${present} to ${largest}. Numbers only move upwards, so that none is given twice.`,
  gateway_silent: ({ value, reason }) =>
    `Gateway account ${value} does not answer (${reason}). Try again: what was done already is not done twice.`,
  not_reconcilable: ({ value, reason }) => `${value}: ${NOT_RECONCILABLE[String(reason)] ?? reason}`,
  gateway_account_in_use: ({ value, subdomain, payment_methods, subscriptions, intents, settlements }) =>
    `Gateway account ${value} is still needed by ${payment_methods} payment methods, ${subscriptions} subscriptions, ` +
    `${intents} payments under way and ${settlements} awaited settlements. ` +
    `To take no new payments with it: npm run gateway -- change ${subdomain} ${value} --active off`,
  webhook_paused: ({ value }) =>
    `Webhook endpoint ${value} is paused, so nothing is delivered to it. First: npm run webhook -- change ${value} --state active`,
  webhook_secrets_unreadable: ({ value, subdomain }) =>
    `The secrets of webhook endpoint ${value} of ${subdomain} cannot be decrypted. ` +
    'Set the key they were encrypted with as SECRETS_KEY or SECRETS_KEY_PREVIOUS, or remove the endpoint and add it again.',
  last_owner: ({ value, subdomain }) =>
    `${value} is the only owner of ${subdomain} who can sign in and make changes. Make another operator an owner first: npm run operator -- invite <email> --site ${subdomain} --role owner`,
  operator_out_of_reach: ({ value }) =>
    `You may not change ${value} in this way. Owners of every site where this operator has a role may, and so may the command line: npm run operator`,
  refund_limit_reached: ({ limit, left, roles }) =>
    `You may refund ${limit} in a day, of which ${left} is left today. Ask an operator with the role ${either.format(String(roles).split(' '))}.`,
  own_approval: () => 'You asked for this yourself, so another operator has to decide. You may withdraw it.',
  approval_decided: () => 'This was decided meanwhile. Reload the page to see how.',
  authenticator_needs_key: () =>
    'Authenticator apps need SECRETS_KEY, which encrypts their secrets. Set it for all processes of the service and restart them, or use a passkey.',
  authenticator_unreadable: ({ value }) =>
    `The secret of the authenticator of ${value} cannot be decrypted. Set the key it was encrypted with as SECRETS_KEY or SECRETS_KEY_PREVIOUS, or invite the operator again: npm run operator -- invite`,
  sandbox_only: ({ value, subdomain }) =>
    `${value} works on sandbox sites only, and ${subdomain} is a production site.`,
  invalid_transaction: () => 'Nothing of this transaction can be refunded.',
  nothing_due: () =>
    'Nothing is due now, so there is no amount to set aside or to wait for. Send the purchase to /v2/purchases.',
  authorization_gone: () => 'The authorization was captured, was canceled, or has run out. Purchase again.',
  authorization_outdated: () =>
    'Nothing was captured: credit that was to pay part of this purchase, or a charge on its invoice, went elsewhere after it was authorized. Cancel the authorization and purchase again.',
  gift_card_already_redeemed: () => 'The gift card was redeemed before. Send the code of another one.',
  gift_card_canceled: () => 'The gift card was canceled. Send the code of another one.',
  gift_card_not_paid: () =>
    'The gift card cannot be redeemed before its purchase is paid, and a bank debit takes some days. Try the code then.',
  coupon_not_redeemable: ({ value }) =>
    `Coupon ${value} cannot be redeemed: it has expired, is used up, was made inactive, or is the name of a bulk coupon. Restore it, or send another code.`,
  name: ({ value }) => `The name of ${value} cannot be changed. Send plan_code alone.`,
  item_not_inactive: ({ value }) => `Item ${value} is active, so there is nothing to reactivate.`,
  active_coupon: ({ value }) => `Coupon ${value} is not expired, so there is nothing to restore. Update it instead.`,
  attributes_not_allowed: ({ name }) => `The attribute ${name} cannot be changed. Leave it out.`,
  related_type: ({ known }) => `related_type must be one of ${known}.`,
  number_of_unique_codes: ({ reason, count }) => {
    if (reason === 'not_a_bulk_coupon') return 'Only a bulk coupon has unique codes. Send the code of a bulk coupon.';
    return reason === 'per_request'
      ? `At most ${count} unique codes can be generated in one request. Send a smaller number_of_unique_codes.`
      : `A coupon has at most 100,000 unique codes, and ${count} can still be generated. Send a smaller number_of_unique_codes.`;
  },
  invalid_api_version: (params) => versionWords(params),
  unavailable_in_api_version: ({ since, version }) =>
    `This address exists from API version ${since} on, and the request has version ${version}. Send X-Api-Version: ${since} or later.`,
  request_timeout: ({ seconds }) => `The body did not arrive within ${seconds} seconds. Send the request again.`,
  payload_too_large: ({ bytes }) => `The body is larger than ${bytes} bytes. Send less in one request.`,
  too_many_requests: ({ limit, megabytes, seconds }) => {
    if (limit) {
      return `This site may make ${limit} requests in five minutes and has made them. Try again in ${seconds} seconds.`;
    }
    return megabytes
      ? `This key has ${megabytes} MB of answers that it has not read yet. Read them before you ask for more, or try again in ${seconds} seconds.`
      : `Too many requests from your address. Try again in ${seconds} seconds.`;
  },
  internal_server_error: ({ id }) => `Something went wrong on our side. When you ask for help, give this id: ${id}.`,
  read_only: () =>
    'This service is read-only at the moment. It answers what was recorded, and changes and sends nothing.',
  service_unavailable: () => 'The service is not available for a moment. Try again.',
};

const notFoundWords: Words = ({ model, key, value, path }) => {
  if (model) return `Couldn't find ${model} with ${key} = ${value}`;
  return path
    ? `There is nothing at ${path}. /docs lists the addresses of this API.`
    : 'The record could not be located.';
};

const versionWords: Words = ({ version, ended, latest }) => {
  if (!ended) return `The API version ${version} is not valid. Send X-Api-Version: ${latest}.`;
  return `The API version ${version} ended on ${ended}. Send X-Api-Version: ${latest}.`;
};

import type { Failure, FailureSymbol } from '@service/billing/values/failure.ts';
import { english } from '../../../documents/messages/en/index.ts';

type Words = (params: Failure['params']) => string;

/** The words of failures whose usual ones name a command: an operator of the console cannot run it. */
export const CONSOLE_FAILURES: Partial<Readonly<Record<FailureSymbol, Words>>> = {
  gateway_credentials_unreadable: ({ value }) =>
    `The credentials of gateway account ${value} cannot be decrypted. Enter them again under Settings, Gateways, or ask those who run the service for the key that they were encrypted with.`,
  gateway_endpoint_alone: ({ value }) =>
    `The endpoint of gateway account ${value} changes together with its credentials only, so that no key is sent to a wrong address. Enter them too.`,
  gateway_account_in_use: ({ value, payment_methods, subscriptions, intents, settlements }) =>
    `Gateway account ${value} is still needed by ${payment_methods} payment methods, ${subscriptions} subscriptions, ` +
    `${intents} payments under way and ${settlements} awaited settlements. To take no new payments with it, switch it off on its page.`,
  site_mode_fixed: ({ value, mode }) =>
    `${value} has gateway accounts, so it stays a ${mode} site. Remove its accounts under Settings, Gateways, or ask those who run the service for another site.`,
  webhook_paused: ({ value }) =>
    `Webhook endpoint ${value} is paused, so nothing is delivered to it. Resume it on its page first.`,
  last_owner: ({ value, subdomain }) =>
    `${value} is the only owner of ${subdomain} who can sign in and make changes. Make another operator an owner first.`,
  operator_out_of_reach: ({ value }) =>
    `You may not change ${value} in this way. Ask an owner of every site where this operator has a role, or those who run the service.`,
  authenticator_unreadable: ({ value }) =>
    `The secret of the authenticator of ${value} cannot be decrypted. Ask an owner for a new invitation, or those who run the service.`,
};

/** Returns the words of a failure for an operator of the console. */
export const consoleFailureWords = (failure: Failure): string =>
  CONSOLE_FAILURES[failure.symbol]?.(failure.params) ?? english.failure(failure);

import type { ExternalSubscriptionRow } from '@service/billing/domain/external/record.ts';
import { element, flagElement, integerElement, textElement, timeElement } from './markup.ts';

/** Renders the app store’s subscription of a notification. */
export const externalSubscriptionElement = (subscription: ExternalSubscriptionRow): string =>
  element('external_subscription', [
    textElement('uuid', subscription.uuid),
    textElement('external_id', subscription.external_id),
    textElement('state', subscription.state),
    timeElement('last_purchased', subscription.last_purchased),
    flagElement('auto_renew', subscription.auto_renew),
    flagElement('in_grace_period', subscription.in_grace_period),
    textElement('app_identifier', subscription.app_identifier),
    integerElement('quantity', subscription.quantity),
    timeElement('activated_at', subscription.activated_at),
    timeElement('canceled_at', subscription.canceled_at),
    timeElement('expires_at', subscription.expires_at),
    timeElement('trial_started_at', subscription.trial_started_at),
    timeElement('trial_ends_at', subscription.trial_ends_at),
    timeElement('created_at', subscription.created_at),
    timeElement('updated_at', subscription.updated_at),
    flagElement('test', subscription.test),
    flagElement('imported', subscription.imported),
  ]);

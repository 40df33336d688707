import type { ChallengeTexts } from './texts.ts';

export const en: ChallengeTexts = {
  title: 'Confirm your payment',
  ask: 'Your bank wants to make sure that it is you. Follow the steps below; nothing is charged before you finish.',
  bank: 'Your bank’s page',
  wait: 'Connecting to your bank…',
  checking: 'Checking with your bank…',
  failed: 'Your bank did not confirm this payment. You have not been charged. Try again, or use another card.',
  gone: 'This payment can no longer be confirmed here. You have not been charged. Go back and pay again.',
  timeout: 'The payment was not confirmed within ten minutes. You have not been charged. Go back and pay again.',
  pending: 'Your bank has not answered yet. You have not been charged. Try again in a moment.',
  offline: 'The payment service did not answer. Check your connection, then try again.',
  alone: 'This page is part of a checkout. Go back to the page you came from.',
  close: 'Cancel and go back',
  back: 'Back to payment',
  again: 'Try again',
  restart: 'Not working? Reload the page',
  returned: 'Your bank has sent you back. Close this window, and continue on the page where you started the payment.',
};

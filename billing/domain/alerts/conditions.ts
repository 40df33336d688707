import type { Permission } from '../operators/permissions.ts';
import type { AlertKind } from './alert.ts';

/** The words of a condition that needs a person, and the operators who are told. */
export interface AlertCondition {
  /** Operators of the site with this permission are told. */
  readonly permission: Permission;
  /** The subject of mail and the heading in the console, without a full stop. */
  readonly title: string;
  readonly text: string;
  readonly advice: string;
  /** The subject once it is over. */
  readonly over: string;
  /** Text of the mail once it is over; default: nothing has to be done. */
  readonly afterwards?: string;
  /** The page of the console that helps, below that of the site. */
  readonly page: string;
}

/** Every condition that needs a person, in the order of the console. */
export const CONDITIONS: Readonly<Record<AlertKind, AlertCondition>> = {
  due_work_parked: {
    permission: 'work.retry',
    title: 'Due work waits for an operator',
    text: 'Work failed eight times, or needs an approval, and is not attempted again by itself. It may be a renewal, a collection or a reminder.',
    advice: 'Find the cause in the list of work, fix it, and retry each item.',
    over: 'No due work waits for an operator any more',
    page: '/work',
  },
  due_work_late: {
    permission: 'work.retry',
    title: 'Due work is late',
    text: 'Work has been due for over fifteen minutes, and no worker has begun it: renewals, collections and reminders happen later than they should.',
    advice: 'See whether the workers run and keep up; start another one if they do not.',
    over: 'Due work is on time again',
    page: '/work',
  },
  webhook_endpoint_failing: {
    permission: 'webhooks.edit',
    title: 'A webhook endpoint does not work',
    text: 'Every attempt at an endpoint has failed for a day, or the endpoint was paused because it failed. Its receiver is not told what happens.',
    advice: 'Repair the receiver, make a paused endpoint active again, and replay what it missed.',
    over: 'Webhook endpoints work again',
    page: '/webhooks',
  },
  export_failed: {
    permission: 'work.retry',
    title: 'The nightly export failed',
    text: 'The files of the night were not written after several attempts.',
    advice: 'Read the error in the list of work, repair what it names, and retry the export.',
    over: 'The nightly export works again',
    page: '/work',
  },
  payouts_not_fetched: {
    permission: 'payouts.record',
    title: 'Payouts of a gateway are not recorded',
    text: 'They could not be fetched after several attempts, or the gateway does not tell the lines of one. Until they are recorded, the books lack fees and what arrived at the bank.',
    advice:
      'See the error in the list of work, and retry once it is repaired; import a file of a payout without lines.',
    over: 'Payouts of all gateways are recorded again',
    page: '/payouts',
  },
  mail_undelivered: {
    permission: 'mail.read',
    title: 'Mail is not delivered',
    text: 'Messages wait for over an hour, were given up within a day, or ten of them bounced within a day. Customers miss receipts and reminders.',
    advice: 'See the error of each message; check SMTP_URL, the mail server and the addresses.',
    over: 'Mail is delivered again',
    page: '/mail',
  },
  backup_old: {
    permission: 'system.read',
    title: 'The database has no recent backup',
    text: 'The service knows of no backup within 26 hours. What happened since the last one would be lost with the database.',
    advice: 'Ask those who run the service why npm run backup does not run every day.',
    over: 'The database has a recent backup again',
    page: '/system',
  },
  disk_nearly_full: {
    permission: 'system.read',
    title: 'The disk of the database is nearly full',
    text: 'A full disk stops every sale and every renewal.',
    advice: 'Free space, or move DATA_DIR to a larger disk.',
    over: 'The disk of the database has space again',
    page: '/system',
  },
  key_ending: {
    permission: 'keys.edit',
    title: 'A replaced key is still used and about to end',
    text: 'A private key that was replaced ends in less than six hours, and a program has used it within that time. Its requests are refused as soon as the key ends.',
    advice: 'Give that program the new key.',
    over: 'No replaced key that is still used is about to end',
    afterwards: 'A key that has ended is refused: if a program still has it, give it the new one.',
    page: '/keys',
  },
  certificate_ending: {
    permission: 'system.read',
    title: 'A certificate is about to end',
    text: 'Browsers and programs refuse the address as soon as its certificate ends, so that customers cannot pay there.',
    advice: 'Ask those who run the service to renew it and to reload the proxy.',
    over: 'No certificate is about to end any more',
    page: '/system',
  },
  clock_wrong: {
    permission: 'system.read',
    title: 'The clock of a machine is wrong',
    text: 'The clocks of two machines of the service are more than three minutes apart. Invoices and renewals may be dated wrongly.',
    advice: 'Ask those who run the service to synchronize the clocks (NTP).',
    over: 'The clocks agree again',
    page: '/system',
  },
  token_store_failing: {
    permission: 'system.read',
    title: 'The token store does not work',
    text: 'A process does not reach the token store, or has another key for it. Customers cannot pay there with a card that they enter; renewals and payments with stored cards go on.',
    advice: 'Ask those who run the service to start Redis, or to give every process the same TOKEN_STORE_KEY.',
    over: 'The token store works again',
    page: '/system',
  },
  secrets_unreadable: {
    permission: 'system.read',
    title: 'Secrets cannot be decrypted',
    text: 'A process cannot decrypt the credentials of a gateway account or the secrets of a webhook endpoint, and does not use it.',
    advice:
      'Ask those who run the service to give every process the right SECRETS_KEY; the log names each account and endpoint.',
    over: 'All secrets can be decrypted again',
    page: '/system',
  },
  worker_silent: {
    permission: 'system.read',
    title: 'A worker does not work',
    text: 'A worker has left no sign for a minute, and none was started in its place. The others do its work; with one less, they have no one to step in for them.',
    advice: 'Ask those who run the service to restart it: it hangs, was killed, or does not reach the database.',
    over: 'All workers work again',
    page: '/system',
  },
  gateway_slow: {
    permission: 'settings.edit',
    title: 'A gateway answers slowly',
    text: 'A gateway takes more than five seconds for each call. Customers wait at the checkout, and renewals come later.',
    advice:
      'Ask the provider how long it will last. If the site has another gateway account, prefer that one meanwhile.',
    over: 'All gateways answer in time again',
    page: '/settings/gateways',
  },
};

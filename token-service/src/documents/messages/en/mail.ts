import { afterEnd } from './after-end.ts';
import { brandWords } from './brand.ts';

/** The words of mail, beside names, dates and amounts. What it says here, every language says. */
export const mailWords = {
  hello: (name: string) => `Hello ${name},`,
  helloUnnamed: 'Hello,',
  question: 'Do you have a question? Reply to this message.',
  customerOf: (seller: string) => `You’re receiving this email because you are a customer of ${seller}.`,
  copyOf: (seller: string) => `You’re receiving a copy because a customer of ${seller} named your address.`,
  technicalContactOf: (site: string) => `You’re receiving this email as the technical contact of ${site}.`,
  labels: {
    plan: 'Plan',
    invoice: 'Invoice',
    date: 'Date',
    total: 'Total',
    discount: 'Discount',
    tax: 'Tax',
    amount: 'Amount',
    paidWith: 'Paid with',
    due: 'Due on',
    amountDue: 'Amount due',
    nextAttempt: 'Next attempt',
    starts: 'Starts on',
    trialEnds: 'Free until',
    renews: 'Renews on',
    ends: 'Ends on',
    card: 'Card',
    validUntil: 'Valid until',
    refundedTo: 'Refunded to',
    method: 'Payment method',
    code: 'Your code',
    key: 'Key',
    endpoint: 'Endpoint',
    account: 'Account',
    reason: 'Reason',
    evidenceDue: 'Evidence due on',
  },
  /** Labels of buttons. */
  manage: 'Manage your account',
  pay: 'Pay now',
  changePayment: 'Update payment method',
  attached: 'Your invoice is attached as a PDF.',
  order: {
    subject: (seller: string) => `Your order from ${seller}`,
    title: 'Thank you for your order',
    text: 'This is what you ordered.',
    transfer: (date: string) => `Please pay the attached invoice by ${date}.`,
  },
  receipt: {
    subject: (seller: string, invoice: string) => `Your receipt from ${seller} (invoice ${invoice})`,
    title: 'Thank you for your payment',
    text: (amount: string) => `We received your payment of ${amount}.`,
  },
  paymentFailed: {
    subject: (seller: string) => `Your payment to ${seller} did not go through`,
    title: 'Your payment did not go through',
    text: (amount: string, invoice: string) => `We could not collect ${amount} for invoice ${invoice}.`,
    transfer: (amount: string, invoice: string) => `Invoice ${invoice} of ${amount} is past due.`,
    transferSubject: (seller: string) => `An invoice from ${seller} is past due`,
    transferTitle: 'Your invoice is past due',
    advice: 'Pay now, or use another card or bank account.',
    retried: (date: string) => `We’ll try again on ${date}.`,
    ends: (date: string) => `If the invoice is not paid by ${date}, your subscription ends.`,
    final: 'This was the last reminder.',
  },
  writtenOff: {
    subject: (seller: string) => `An invoice from ${seller} was closed unpaid`,
    title: 'Your invoice was closed unpaid',
    text: (amount: string, invoice: string) =>
      `Invoice ${invoice} of ${amount} was not paid in full and is now closed. It can no longer be paid.`,
  },
  paymentConfirmation: {
    subject: (seller: string) => `Confirm your payment to ${seller}`,
    title: 'Confirm your payment',
    text: (amount: string, invoice: string) =>
      `Your bank asks you to confirm the payment of ${amount} for invoice ${invoice}.`,
    advice: 'This takes a minute. Until then, nothing is charged.',
    confirm: 'Confirm payment',
  },
  cardExpiring: {
    subject: 'Your card expires soon',
    title: 'Your card expires soon',
    text: (card: string, month: string) => `Your ${card} expires at the end of ${month}.`,
    advice: 'Enter your new card, so that your subscription continues without interruption.',
  },
  trialEnding: {
    subject: (plan: string) => `Your trial of ${plan} ends soon`,
    title: 'Your trial ends soon',
    text: (plan: string, date: string) => `Your trial of ${plan} ends on ${date}.`,
    charge: (amount: string) => `Then your subscription begins, and we charge ${amount}.`,
    advice: 'You can cancel until then.',
  },
  renewalAhead: {
    subject: (plan: string, date: string) => `${plan} renews on ${date}`,
    title: 'Your subscription renews soon',
    text: (plan: string, date: string) => `Your subscription to ${plan} renews on ${date}.`,
    newPrice: (price: string) => `The price is ${price} from then on.`,
    charge: (amount: string) => `We will charge ${amount}.`,
    advice: 'If you do nothing, it continues. You can change or cancel it until then.',
  },
  afterEnd,
  brand: brandWords,
  canceled: {
    subject: (plan: string) => `Your subscription “${plan}” is canceled`,
    title: 'Your subscription is canceled',
    until: (plan: string, date: string) => `Your subscription to ${plan} ends on ${date}. Until then nothing changes.`,
    now: (plan: string) => `Your subscription to ${plan} is canceled.`,
    undo: 'Changed your mind? Until it ends, you can choose “Keep subscription” in your account.',
  },
  expired: {
    subject: (plan: string) => `Your subscription “${plan}” has ended`,
    title: 'Your subscription has ended',
    text: (plan: string) => `Your subscription to ${plan} has ended.`,
    unpaid: (invoice: string) => `The reason is that invoice ${invoice} was not paid.`,
    thanks: 'Thanks for being with us.',
  },
  refund: {
    subject: (seller: string) => `Your refund from ${seller}`,
    title: 'Your refund is on its way',
    text: (amount: string) => `We have refunded ${amount}.`,
    delay: 'Your bank may take a few days to show it.',
  },
  giftCard: {
    subject: (seller: string) => `A gift card from ${seller} for you`,
    subjectFrom: (gifter: string, seller: string) => `${gifter} sent you a gift card from ${seller}`,
    title: (amount: string) => `A gift card of ${amount}`,
    text: (seller: string) => `You can spend it at ${seller}.`,
    textFrom: (gifter: string, seller: string) => `${gifter} gives it to you. You can spend it at ${seller}.`,
    advice: 'Enter this code when you pay.',
  },
  accountLink: {
    subject: (seller: string) => `Your account at ${seller}`,
    title: 'Your account',
    text: 'Open your account to see your subscriptions and invoices, and to change how you pay.',
    secret: 'The link signs you in: do not pass it on.',
  },
  emailChanged: {
    subject: (seller: string) => `Your email address at ${seller} was changed`,
    title: 'Your email address was changed',
    text: (seller: string) => `Messages about your account at ${seller} now go to another address.`,
    advice: 'If you did not change it, reply to this message at once.',
  },
  paymentMethodChanged: {
    subject: (seller: string) => `Your payment method at ${seller} was changed`,
    title: 'Your payment method was changed',
    text: 'From now on, your payments use this payment method.',
    advice: 'If you did not change it, reply to this message at once.',
  },
  key: {
    subject: (site: string) => `A private key of ${site} has changed`,
    created: (key: string) => `The private key “${key}” was created.`,
    regenerated: (key: string) => `The private key “${key}” was regenerated.`,
    revoked: (key: string) => `The private key “${key}” was revoked.`,
    advice: 'If you did not expect this, revoke the key and find out who changed it.',
  },
  limit: {
    subject: (site: string) => `${site} has reached its rate limit`,
    text: (limit: string, minutes: string) =>
      `The API received more than ${limit} requests in ${minutes} minutes, and answers further ones with 429.`,
    advice: 'Spread requests over time, or ask for another limit.',
  },
  cardTesting: {
    subject: (site: string) => `Cards are probably being tested at ${site}`,
    text: (setting: string, limit: string) =>
      `The limit ${setting} (${limit}) was reached. Further attempts are declined.`,
    advice: 'Protect your checkout page against automated use, and look for accounts that you do not know.',
  },
  webhook: {
    subject: (site: string) => `A webhook endpoint of ${site} is paused`,
    text: 'The endpoint accepted no delivery any more, and is paused.',
    advice: 'Repair it, activate it again, and replay what it missed.',
  },
  dispute: {
    subject: (amount: string, site: string) => `A payment of ${amount} at ${site} is disputed`,
    text: 'A customer disputes this payment. The gateway has withdrawn the amount until the dispute is decided.',
    inquiry: 'The customer’s bank asks about this payment. Nothing has been withdrawn.',
    advice: 'Send your evidence at the gateway in time, or accept the dispute there.',
    won: {
      subject: (amount: string, site: string) => `The dispute over ${amount} at ${site} was won`,
      text: 'The amount is yours again, and the payment stays as it was.',
    },
    lost: {
      subject: (amount: string, site: string) => `The dispute over ${amount} at ${site} was lost`,
      text: 'The payment was charged back. The invoice stays paid, and a credit invoice shows the amount.',
    },
  },
  refundFailed: {
    subject: (amount: string, site: string) => `A refund of ${amount} at ${site} has failed`,
    text: 'The gateway could not deliver the refund. The amount is the customer’s credit again.',
    advice: 'Agree with the customer how to return it.',
  },
  gatewayUnavailable: {
    subject: (gateway: string, site: string) => `The gateway ${gateway} of ${site} does not answer`,
    text: (code: string) =>
      `Payments fail with ${code}. Renewals and other collections wait for up to a day: your customers get no mail, and no attempt counts.`,
    advice: 'Check the gateway, and its account with npm run gateway -- test. npm run due -- list shows what waits.',
  },
  gatewayAvailable: {
    subject: (gateway: string, site: string) => `The gateway ${gateway} of ${site} answers again`,
    text: (since: string, until: string) =>
      `It did not answer from ${since} to ${until}. What waited for it has been collected or is in dunning.`,
  },
};

export type MailWords = typeof mailWords;

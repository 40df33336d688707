/** The kinds of records that an entry of the audit log or of a timeline can be about. */
export type SubjectKind =
  | 'account'
  | 'subscription'
  | 'invoice'
  | 'payment'
  | 'adjustment'
  | 'usage'
  | 'credit_payment'
  | 'gift_card'
  | 'item'
  | 'message'
  | 'webhook_delivery'
  | 'event'
  | 'note'
  | 'approval';

/** A record by what it is found with: an account by its code, an invoice by its name, others by their ids. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
}

const UUID = /^[0-9a-f]{32}$/;

const whole =
  (kind: SubjectKind) =>
  (subject: string): Subject => ({ kind, id: subject });

/** `customer-1/3`: an address of the account. */
const beforeSlash = (subject: string): Subject | undefined => {
  const at = subject.lastIndexOf('/');
  return at < 0 ? undefined : { kind: 'account', id: subject.slice(0, at) };
};

/** `SPRING/customer-1`: a coupon of the account. */
const afterSlash = (subject: string): Subject | undefined => {
  const at = subject.indexOf('/');
  return at < 0 ? undefined : { kind: 'account', id: subject.slice(at + 1) };
};

/** A change of a subscription that is sold as an order names the account. */
const subscriptionOrAccount = (subject: string): Subject => ({
  kind: UUID.test(subject) ? 'subscription' : 'account',
  id: subject,
});

/** The records that subjects name, by the part of the action before the dot. */
const SUBJECTS: Readonly<Record<string, (subject: string) => Subject | undefined>> = {
  account: whole('account'),
  acquisition: whole('account'),
  adjustment: whole('adjustment'),
  approval: whole('approval'),
  authorization: whole('payment'),
  billing_info: whole('account'),
  coupon: afterSlash,
  dispute: whole('payment'),
  gift_card: afterSlash,
  invoice: whole('invoice'),
  message: whole('message'),
  note: whole('account'),
  order: whole('account'),
  payment: whole('invoice'),
  redemption: afterSlash,
  refund: whole('payment'),
  shipping_address: beforeSlash,
  subscription: subscriptionOrAccount,
  usage: whole('usage'),
};

/**
 * Returns the record of a customer that an entry of the audit log is about; undefined where it is about something else,
 * such as a plan or a setting.
 */
export const auditSubject = ({
  action,
  subject,
}: {
  readonly action: string;
  readonly subject: string;
}): Subject | undefined => SUBJECTS[action.slice(0, action.indexOf('.'))]?.(subject);

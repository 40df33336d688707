/**
 * An independent model of an account with several payment methods: which of them pays each renewal, and what storing,
 * choosing and removing them does to what is past due. Nothing of the service is imported.
 */

export interface WalletCard {
  readonly number: string;
  readonly year: number;
  /** Whether later charges of the card are declined, softly. */
  readonly declines: boolean;
}

export interface ModelMethod {
  readonly key: number;
  card: WalletCard;
  role: 'primary' | 'backup' | 'none';
}

export interface ModelSubscription {
  readonly price: number;
  /** The method that it names. */
  bound: ModelMethod | undefined;
}

interface ModelInvoice {
  readonly origin: 'purchase' | 'renewal';
  readonly price: number;
  names: ModelMethod | undefined;
  paid: boolean;
  readonly attempts: string[];
}

/** The events of a life that a run of many must have seen. */
export const WALLET_EVENTS = [
  'a renewal that another method than the primary pays',
  'two renewals of one day that two methods pay',
  'a renewal that the backup pays',
  'a renewal that both methods decline',
  'a backup that is the same card',
  'a bound subscription that falls back to the primary',
  'a past-due invoice that falls back to the primary',
  'a past-due invoice that a new primary pays',
  'a past-due invoice that a replaced method pays',
  'a past-due invoice that a new card does not pay',
  'a subscription that names no method any more',
] as const;
export type WalletEvent = (typeof WALLET_EVENTS)[number];

export class WalletModel {
  readonly methods: ModelMethod[] = [];
  readonly subscriptions: ModelSubscription[] = [];
  readonly invoices: ModelInvoice[] = [];
  readonly seen = new Set<WalletEvent>();
  private keys = 0;

  get pastDue(): readonly ModelInvoice[] {
    return this.invoices.filter(({ paid }) => !paid);
  }

  get primary(): ModelMethod {
    return this.methods.find(({ role }) => role === 'primary')!;
  }

  payerOf({ names }: Pick<ModelInvoice, 'names'>): ModelMethod {
    return names ?? this.primary;
  }

  add(card: WalletCard, role: ModelMethod['role']): ModelMethod {
    const method: ModelMethod = { key: this.keys++, card, role: 'none' };
    this.methods.push(method);
    this.give(method, this.methods.length === 1 ? 'primary' : role);
    this.collect(method, 'a past-due invoice that a new primary pays');
    return method;
  }

  /** Stores another card in the place of a method, which keeps its role and what it pays. */
  replace(method: ModelMethod, card: WalletCard): void {
    method.card = card;
    this.collect(method, 'a past-due invoice that a replaced method pays');
  }

  choose(method: ModelMethod, role: 'primary' | 'backup'): void {
    this.give(method, role);
    this.collect(method, 'a past-due invoice that a new primary pays');
  }

  remove(method: ModelMethod): void {
    this.methods.splice(this.methods.indexOf(method), 1);
    for (const one of this.subscriptions.filter(({ bound }) => bound === method)) {
      one.bound = undefined;
      this.seen.add('a bound subscription that falls back to the primary');
    }
    for (const one of this.invoices.filter(({ names }) => names === method)) {
      one.names = undefined;
      if (!one.paid) this.seen.add('a past-due invoice that falls back to the primary');
    }
  }

  bind(subscription: ModelSubscription, method: ModelMethod | undefined): void {
    if (subscription.bound && !method) this.seen.add('a subscription that names no method any more');
    subscription.bound = method;
  }

  /** Whether the customer can buy with a method: the backup pays nothing of what they buy. */
  buy(price: number, bound: ModelMethod | undefined): boolean {
    const payer = bound ?? this.primary;
    if (payer.card.declines) return false;
    this.subscriptions.push({ price, bound });
    const invoice: ModelInvoice = { origin: 'purchase', price, names: bound, paid: false, attempts: [] };
    this.attempt(invoice, payer, false);
    this.invoices.push(invoice);
    return true;
  }

  /** Renews every subscription, each on an invoice of its own. */
  renew(): void {
    const payers = new Set<ModelMethod>();
    for (const { price, bound } of this.subscriptions) {
      const invoice: ModelInvoice = { origin: 'renewal', price, names: bound, paid: false, attempts: [] };
      const payer = this.payerOf(invoice);
      payers.add(payer);
      this.attempt(invoice, payer, false);
      if (!invoice.paid) this.attemptBackup(invoice, payer);
      else if (payer !== this.primary) this.seen.add('a renewal that another method than the primary pays');
      this.invoices.push(invoice);
    }
    if (payers.size > 1) this.seen.add('two renewals of one day that two methods pay');
  }

  private attemptBackup(invoice: ModelInvoice, payer: ModelMethod): void {
    const backup = this.methods.find(({ role }) => role === 'backup');
    if (!backup || backup === payer) return;
    if (backup.card.number === payer.card.number && backup.card.year === payer.card.year) {
      this.seen.add('a backup that is the same card');
      return;
    }
    this.attempt(invoice, backup, true);
    this.seen.add(invoice.paid ? 'a renewal that the backup pays' : 'a renewal that both methods decline');
  }

  /** Attempts what is past due and paid by a method that was stored or chosen. */
  private collect(method: ModelMethod, event: WalletEvent): void {
    for (const invoice of this.pastDue.filter((one) => this.payerOf(one) === method)) {
      this.attempt(invoice, method, false);
      this.seen.add(invoice.paid ? event : 'a past-due invoice that a new card does not pay');
    }
  }

  private attempt(invoice: ModelInvoice, { card }: ModelMethod, isBackup: boolean): void {
    invoice.attempts.push(`${card.number.slice(-4)}${isBackup ? ' B' : ''}${card.declines ? ' declined' : ''}`);
    invoice.paid = !card.declines;
  }

  /** At most one method has each role, and a primary is no backup. */
  private give(method: ModelMethod, role: ModelMethod['role']): void {
    if (role === 'none' || (role === 'backup' && method.role === 'primary')) return;
    for (const one of this.methods) if (one.role === role) one.role = 'none';
    method.role = role;
  }
}

import type { GatewayCall } from '../../src/gateway/gateway-log.ts';
import type { Database, Row } from '../../src/storage/database.ts';

/** Everything about money that a deployment holds. */
interface Books {
  readonly invoices: readonly Row[];
  readonly lines: readonly Row[];
  readonly transactions: readonly Row[];
  readonly creditPayments: readonly Row[];
  readonly movements: readonly Row[];
  readonly entries: readonly Row[];
  readonly calls: readonly GatewayCall[];
  readonly giftCards: readonly Row[];
  readonly coupons: readonly Row[];
  readonly redemptions: readonly Row[];
  readonly intents: readonly Row[];
}

/**
 * Recomputes the books of a deployment with one site that sells: balances from the ledger, cash from the gateway's own log, each invoice from its lines
 * and payments (reference "resources", section 18). Answers one line for everything that does not agree.
 */
export const audit = async (database: Database): Promise<string[]> => {
  const books = await read(database);
  return [balances, cash, sumsOfInvoices, paymentsOfInvoices, quantities, numbers, scarce, openIntents].flatMap(
    (check) => check(books),
  );
};

const read = async (database: Database): Promise<Books> => {
  const all = (sql: string): Promise<Row[]> => database.all(sql);
  return {
    invoices: await all('SELECT * FROM invoices ORDER BY invoice_number'),
    lines: await all('SELECT * FROM adjustments ORDER BY invoice_id, position'),
    transactions: await all('SELECT * FROM transactions ORDER BY uuid'),
    creditPayments: await all('SELECT * FROM credit_payments ORDER BY uuid'),
    movements: await all('SELECT * FROM ledger_movements ORDER BY id'),
    entries: await all('SELECT * FROM ledger_entries ORDER BY movement_id, line'),
    calls: (await all('SELECT entry FROM gateway_log ORDER BY at_ms, key')).map(({ entry }) =>
      JSON.parse(String(entry)),
    ),
    giftCards: await all('SELECT * FROM gift_cards'),
    coupons: await all('SELECT * FROM coupons'),
    redemptions: await all('SELECT * FROM redemptions'),
    intents: await all('SELECT * FROM intents'),
  };
};

const cents = (row: Row, column: string): number => Number(row[column]);
const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, one) => total + of(one), 0);

/** Adds up amounts by a name. */
const tally = <T>(items: readonly T[], name: (item: T) => string, of: (item: T) => number): Map<string, number> => {
  const totals = new Map<string, number>();
  for (const item of items) totals.set(name(item), (totals.get(name(item)) ?? 0) + of(item));
  return totals;
};

const differences = (what: string, one: Map<string, number>, other: Map<string, number>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [a, b] = [one.get(name) ?? 0, other.get(name) ?? 0];
    return a === b ? [] : [`${what} of ${name} is ${a} and ${b}`];
  });

const customer = ({ account_id, currency }: Row): string => `${account_id} in ${currency}`;

/** Of each movement the entries, which add up to nothing; of each customer and currency what is owed, either way. */
const balances = ({ movements, entries, invoices }: Books): string[] => {
  const byMovement = Map.groupBy(entries, ({ movement_id }) => movement_id);
  const unbalanced = movements.flatMap(({ id, what, subject }) => {
    const total = sum(byMovement.get(id) ?? [], (entry) => cents(entry, 'amount'));
    return total === 0 ? [] : [`The entries of ${what} ${subject} add up to ${total}`];
  });
  const about = new Map(movements.map((movement) => [movement.id, movement]));
  const inLedger = (account: string) =>
    tally(
      entries.filter((entry) => entry.account === account),
      (entry) => customer(about.get(entry.movement_id) as Row),
      (entry) => cents(entry, 'amount'),
    );
  const onInvoices = (type: string) =>
    tally(
      invoices.filter((invoice) => invoice.type === type),
      customer,
      (invoice) => cents(invoice, 'balance_in_cents'),
    );
  return [
    ...unbalanced,
    ...differences('What a customer owes', inLedger('receivable'), onInvoices('charge')),
    ...differences('The credit', inLedger('credit'), onInvoices('credit')),
  ];
};

/** Transactions of which a bank has not said yet what became of them, or has said no. */
const UNSETTLED: readonly unknown[] = ['scheduled', 'processing', 'pending', 'failed'];

/** A bank took it back after it had settled; its gateway says so only when it is asked. */
const isChargedBack = ({ status, message }: Row): boolean =>
  status === 'void' && message === 'Charged back by the bank';

/** What the gateway holds, by its own log, and what came by hand, is what the ledger says. */
const cash = ({ movements, entries, transactions, calls }: Books): string[] => {
  const payments = new Map(
    transactions
      .filter(({ action, reference }) => action !== 'refund' && reference !== null)
      .map((one) => [String(one.reference), one]),
  );
  const problems: string[] = [];
  const expected = new Map<string, number>();
  const add = (name: string, amount: number) => expected.set(name, (expected.get(name) ?? 0) + amount);

  for (const call of calls.filter(({ action }) => action === 'charge')) {
    const held = heldOf(call, calls);
    const payment = payments.get(String(call.answer.reference));
    if (held === 0) continue;
    if (!payment) problems.push(`The gateway holds ${held} by ${call.key}, and no transaction tells of it`);
    else if (!UNSETTLED.includes(payment.status)) {
      add(customer(payment), isChargedBack(payment) ? held - cents(payment, 'amount_in_cents') : held);
      if (!payment.invoice_id) problems.push(`The payment ${payment.uuid} has no invoice`);
    }
  }
  for (const payment of transactions.filter(({ gateway_code, status }) => !gateway_code && status === 'success')) {
    add(customer(payment), cents(payment, 'amount_in_cents') * (payment.action === 'refund' ? -1 : 1));
  }
  const about = new Map(movements.map((movement) => [movement.id, movement]));
  const inCash = entries.filter(({ account }) => account === 'cash');
  for (const entry of inCash) {
    const movement = about.get(entry.movement_id) as Row;
    if (movement.what === 'invoice.marked_successful') add(customer(movement), cents(entry, 'amount'));
  }
  const inLedger = tally(
    inCash,
    (entry) => customer(about.get(entry.movement_id) as Row),
    (entry) => cents(entry, 'amount'),
  );
  return [...problems, ...differences('The cash', inLedger, expected)];
};

/** Cents of a charge that a gateway has taken and not given back. Of a charge that nobody heard of again, its reversal names the call. */
const heldOf = (charge: GatewayCall, calls: readonly GatewayCall[]): number => {
  const { reference } = charge.answer;
  const later = calls.filter(
    ({ key, about }) => key === `${charge.key}/reverse` || (reference !== null && about === reference),
  );
  const all = [charge, ...later.filter(({ action }) => action !== 'charge')].filter(
    ({ answer, action }) => answer.outcome !== 'declined' || action === 'reverse',
  );
  if (all.some(({ movements }) => movements.includes('void'))) return 0;
  const moved = (...kinds: readonly string[]) =>
    sum(
      all.filter(({ movements }) => movements.some((movement) => kinds.includes(movement))),
      ({ answer }) => answer.amount_in_cents,
    );
  return moved('capture', 'debit') - moved('refund');
};

/** Each line, and each invoice as its lines add up. */
const sumsOfInvoices = ({ invoices, lines }: Books): string[] => {
  const onInvoice = Map.groupBy(lines, ({ invoice_id }) => invoice_id);
  const wrongLines = lines.filter(
    (line) =>
      line.invoice_id !== null &&
      cents(line, 'total_in_cents') !==
        cents(line, 'unit_amount_in_cents') * cents(line, 'quantity') -
          cents(line, 'discount_in_cents') +
          cents(line, 'tax_in_cents'),
  );
  return [
    ...wrongLines.map(({ uuid }) => `The line ${uuid} does not add up`),
    ...invoices.flatMap((invoice) => {
      const own = onInvoice.get(invoice.uuid) ?? [];
      const of = (column: string) => sum(own, (line) => cents(line, column));
      const before = sum(own, (line) => cents(line, 'unit_amount_in_cents') * cents(line, 'quantity'));
      const [discount, tax] = [of('discount_in_cents'), of('tax_in_cents')];
      const shown = ['subtotal_before_discount', 'discount', 'subtotal', 'tax', 'total'];
      const wanted = [before, discount, before - discount, tax, before - discount + tax];
      const wrong = shown.filter((name, place) => cents(invoice, `${name}_in_cents`) !== wanted[place]);
      return wrong.map((name) => `The ${name} of invoice ${invoice.invoice_number} is not that of its lines`);
    }),
  ];
};

/** Balance = total less payments less credit. Refunds leave the credit invoice that they were made with. */
const paymentsOfInvoices = ({ invoices, transactions, creditPayments, movements, entries }: Books): string[] => {
  const amount = (row: Row) => cents(row, 'amount_in_cents');
  const valid = creditPayments.filter(({ voided_at }) => voided_at === null);
  const applied = tally(valid, (one) => String(one.applied_to_invoice_id), amount);
  const drawn = tally(valid, (one) => String(one.original_invoice_id), amount);
  const successful = transactions.filter(({ status, action }) => status === 'success' && action === 'purchase');
  const paid = tally(successful, (one) => String(one.invoice_id), amount);
  const refunds = transactions.filter(
    ({ action, status }) =>
      action === 'refund' && ['success', 'scheduled', 'processing', 'pending'].includes(String(status)),
  );
  const returned = tally(refunds, (one) => String(one.invoice_id), amount);
  const said = new Map(
    movements
      .filter(({ what }) => what === 'invoice.marked_successful')
      .map(({ id, subject }) => {
        const entry = entries.find(({ movement_id, account }) => movement_id === id && account === 'cash');
        return [String(subject), entry ? cents(entry, 'amount') : 0];
      }),
  );
  return invoices.flatMap((invoice) => {
    const id = String(invoice.uuid);
    const of = (totals: Map<string, number>) => totals.get(id) ?? 0;
    const total = cents(invoice, 'total_in_cents');
    const wanted =
      invoice.type === 'charge' ? total - of(paid) - of(applied) - of(said) : total + of(drawn) + of(returned);
    const balance = cents(invoice, 'balance_in_cents');
    const about = `invoice ${invoice.invoice_number} (${invoice.type}, ${invoice.origin}, ${invoice.state})`;
    const closed = ['paid', 'failed', 'closed', 'voided'].includes(String(invoice.state));
    return [
      ...(balance === wanted ? [] : [`The balance of ${about} is ${balance}, by its payments ${wanted}`]),
      ...(closed && balance !== 0 ? [`${about} has ${balance} open`] : []),
      ...((invoice.type === 'charge' ? balance < 0 : balance > 0) ? [`${about} has a balance of ${balance}`] : []),
    ];
  });
};

/** Units that were credited and units that are left are those that were sold. */
const quantities = ({ lines }: Books): string[] => {
  const given = lines.filter(({ credit_reason_code }) => credit_reason_code === 'refund');
  const refunded = tally(
    given,
    ({ original_adjustment_uuid }) => String(original_adjustment_uuid),
    (line) => cents(line, 'total_in_cents'),
  );
  return lines.flatMap((line) => {
    const total = cents(line, 'total_in_cents');
    const back = 0 - (refunded.get(String(line.uuid)) ?? 0);
    const [sold, left] = [cents(line, 'quantity'), cents(line, 'quantity_remaining')];
    return [
      ...(back > Math.max(total, 0) ? [`Of the line ${line.uuid} over ${total}, ${back} was given back`] : []),
      ...(left < 0 || left > sold ? [`Of ${sold} units of the line ${line.uuid}, ${left} are left`] : []),
    ];
  });
};

const FIRST_NUMBER = 1000;

const numbers = ({ invoices }: Books): string[] =>
  invoices.every(({ invoice_number }, place) => invoice_number === FIRST_NUMBER + place)
    ? []
    : [`The invoices are numbered ${invoices.map(({ invoice_number }) => invoice_number)}`];

/** What may be used only so often: coupons, unique codes, gift cards. What waits to be captured has taken its share. */
const scarce = ({ coupons, redemptions, giftCards, invoices, intents }: Books): string[] => {
  const reserved = intents.flatMap(({ reserved }) => (reserved ? [JSON.parse(String(reserved))] : []));
  const waiting = (kind: string) =>
    tally(
      reserved.flatMap((one) => one[kind] as string[]),
      String,
      () => 1,
    );
  const redeemed = tally(
    redemptions,
    ({ coupon_key }) => String(coupon_key),
    () => 1,
  );
  const codes = tally(
    redemptions.filter(({ unique_code_key }) => unique_code_key !== null),
    ({ unique_code_key }) => String(unique_code_key),
    () => 1,
  );
  const credits = tally(
    invoices.filter(({ type, gift_card_id }) => type === 'credit' && gift_card_id !== null),
    ({ gift_card_id }) => String(gift_card_id),
    () => 1,
  );
  return [
    ...coupons.flatMap((coupon) => {
      const [counted, key] = [cents(coupon, 'redeemed'), String(coupon.key)];
      const made = (redeemed.get(key) ?? 0) + (waiting('coupons').get(key) ?? 0);
      const most = coupon.max_redemptions === null ? Number.POSITIVE_INFINITY : cents(coupon, 'max_redemptions');
      return [
        ...(counted === made ? [] : [`${coupon.coupon_code} counts ${counted} redemptions, and there are ${made}`]),
        ...(made > most ? [`${coupon.coupon_code} was redeemed ${made} times of ${most}`] : []),
      ];
    }),
    ...[...codes]
      .filter(([, times]) => times > 1)
      .map(([key, times]) => `The unique code ${key} was used ${times} times`),
    ...giftCards.flatMap((card) => {
      const used = (credits.get(String(card.id)) ?? 0) + (waiting('gift_cards').get(String(card.key)) ?? 0);
      const wanted = card.redeemed_at === null ? 0 : 1;
      return used === wanted ? [] : [`${card.redemption_code} was redeemed ${wanted} times, and used ${used} times`];
    }),
  ];
};

/** Nothing is under way but authorizations. */
const openIntents = ({ intents }: Books): string[] =>
  intents
    .filter(({ kind }) => kind !== 'authorization')
    .map(({ kind, subject }) => `The ${kind} of ${subject} is open`);

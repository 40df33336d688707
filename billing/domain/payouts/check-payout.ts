import { amountText } from '../../values/money/money-text.ts';
import { beginningOfDay } from '../../values/periods/zone-days.ts';
import type { GatewayPayout, PayoutLine } from './payout.ts';

const LONGEST_REFERENCE = 255;
const CURRENCY = /^[A-Z]{3}$/;

/**
 * Returns what is wrong with payouts that a gateway or a file describes, one sentence each, none if all is well.
 *
 * @param today the day of the site's clock, such as `2026-11-30`, in its time zone: a payout that arrives later is
 * refused
 */
export const problemsOfPayouts = (payouts: readonly GatewayPayout[], today: string): readonly string[] => {
  const lines = new Map<string, string>();
  return payouts.flatMap((payout) => [
    ...problemsOf(payout, today).map((problem) => `The payout ${payout.reference} ${problem}`),
    ...payout.lines.flatMap((line) => {
      const other = lines.get(line.line);
      lines.set(line.line, payout.reference);
      return [
        ...problemsOfLine(line).map((problem) => `The line ${line.line} of the payout ${payout.reference} ${problem}`),
        ...(other === undefined
          ? []
          : [`The line ${line.line} is there twice: in the payouts ${other} and ${payout.reference}.`]),
      ];
    }),
  ]);
};

const isReference = (text: string): boolean => text.trim() !== '' && text.length <= LONGEST_REFERENCE;

const problemsOf = ({ reference, currency, amount_in_cents, arrived_on, lines }: GatewayPayout, today: string) => {
  const sum = lines.reduce((total, { net_in_cents }) => total + net_in_cents, 0);
  const isDay = /^\d{4}-/.test(arrived_on) && beginningOfDay(arrived_on, 'UTC') !== undefined;
  const isCurrency = CURRENCY.test(currency);
  return [
    ...(isReference(reference) ? [] : [`needs a reference of at most ${LONGEST_REFERENCE} characters.`]),
    ...(isCurrency ? [] : [`has the currency “${currency}”: give a code such as EUR.`]),
    ...(isDay ? [] : [`arrived on “${arrived_on}”, which is no day: write it like 2026-11-30.`]),
    ...(isDay && arrived_on > today ? [`arrives on ${arrived_on}: record it once it has arrived.`] : []),
    ...(lines.length > 0 ? [] : ['has no lines.']),
    ...(sum === amount_in_cents || !isCurrency
      ? []
      : [`is ${amountText(amount_in_cents, currency)}, but its lines add up to ${amountText(sum, currency)}.`]),
  ];
};

const problemsOfLine = (line: PayoutLine): string[] => {
  const { gross_in_cents, fee_in_cents, net_in_cents, charged_in_cents, charged_currency } = line;
  const needed = line.kind === 'charge' || line.kind === 'refund' || line.kind === 'chargeback';
  const cents = [gross_in_cents, fee_in_cents, net_in_cents, charged_in_cents];
  return [
    ...(isReference(line.line) ? [] : [`needs an id of at most ${LONGEST_REFERENCE} characters.`]),
    ...(needed && line.reference === null && line.payment === null
      ? [`is a ${line.kind} and needs the gateway’s reference of it.`]
      : []),
    ...(cents.every(Number.isSafeInteger) ? [] : ['has an amount that is no whole number of cents.']),
    ...(gross_in_cents - fee_in_cents === net_in_cents
      ? []
      : [`has ${gross_in_cents} cents gross less ${fee_in_cents} of fees, which is not ${net_in_cents} net.`]),
    ...(CURRENCY.test(charged_currency) ? [] : [`was charged in “${charged_currency}”: give a code such as EUR.`]),
  ];
};

/** Whether the books have the same of a payout as its gateway or a file describes now. */
export const isSamePayout = (known: GatewayPayout, given: GatewayPayout): boolean => factsOf(known) === factsOf(given);

const factsOf = ({ reference, currency, amount_in_cents, arrived_on, lines }: GatewayPayout): string => {
  const sorted = [...lines].sort((one, other) => (one.line < other.line ? -1 : 1));
  return JSON.stringify([
    ...[reference, currency, amount_in_cents, arrived_on],
    ...sorted.map(({ line, kind, reference: about, payment, made_at, ...amounts }) => [
      ...[line, kind, about, payment, made_at, amounts.gross_in_cents, amounts.fee_in_cents],
      ...[amounts.charged_in_cents, amounts.charged_currency],
    ]),
  ]);
};

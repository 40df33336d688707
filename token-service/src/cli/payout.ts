import { readFileSync, statSync } from 'node:fs';
import { FETCHED_DAYS, type FetchedPayouts } from '@service/billing/engine/reconciliation/gather-payouts.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { acceptDifference } from '@service/billing/usecases/payouts/accept-difference.ts';
import { fetchPayouts } from '@service/billing/usecases/payouts/fetch-payouts.ts';
import { recordPayouts } from '@service/billing/usecases/payouts/record-payouts.ts';
import { schedulePayoutFetch } from '@service/billing/usecases/payouts/schedule-fetch.ts';
import { withdrawAcceptance } from '@service/billing/usecases/payouts/withdraw-acceptance.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { DAY, isDate, isoTime, readTime, type Seconds } from '@service/billing/values/time.ts';
import { ADAPTERS } from '../adapters/gateway/adapters.ts';
import { readPayoutFile } from '../documents/payouts/read-payout-file.ts';
import { recordedInWords } from '../documents/payouts/recorded-in-words.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { command, type Tool, type Toolbox, UsageError } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';
import { withGateways } from './with-gateways.ts';

/** Far more than the lines of one import. */
const MOST_BYTES = 50_000_000;

const callerOf = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

/** Reads a text file. Throws `OperatorTrouble` where there is none. */
const textOf = (path: string): string => {
  try {
    if (statSync(path).size > MOST_BYTES) throw new OperatorTrouble(`${path} has more than ${MOST_BYTES} bytes.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof OperatorTrouble) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorTrouble(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}`);
  }
};

/**
 * Returns what an action on a gateway account returns. Throws `OperatorTrouble` with the codes that there are, where it
 * fails because the site has no such account.
 */
const namingCodes = async <T>(toolbox: Toolbox, subdomain: string, code: string, action: Promise<T>): Promise<T> => {
  try {
    return await action;
  } catch (error) {
    if (!(error instanceof Failure) || error.symbol !== 'not_found') throw error;
    const codes = await withGateways(toolbox).gateways.codes(await needSite(toolbox.sites, subdomain));
    if (codes.includes(code)) throw new OperatorTrouble(`The gateway ${code} of ${subdomain} has no payments yet.`);
    const known = codes.length === 0 ? `${subdomain} has none.` : `${subdomain} has: ${codes.join(', ')}.`;
    throw new OperatorTrouble(`There is no gateway account with the code ${code}. ${known}`);
  }
};

const ITEM_MEMBERS = ['gateway', 'item', 'amount_in_cents', 'currency', 'reason'] as const;

const MEMBERS = ['recorded', 'known', 'lines', 'payouts', 'unitemized'] as const;

const sinceOf = (typed: unknown, now: Seconds): Seconds => {
  if (typed === undefined) return Math.max(0, now - FETCHED_DAYS * DAY);
  const at = typeof typed === 'string' ? readTime(typed) : undefined;
  if (at !== undefined && isDate(at)) return at;
  throw new UsageError('--since takes a date or time, such as 2026-11-01.');
};

export const payoutTool: Tool = {
  ...topic('payout'),
  about: `A payout is posted to the ledger with its fees, and each of its lines is compared with the payment, refund or dispute
in the books. The reports payouts and reconciliation show both: npm run report -- demo reconciliation.`,
  notes: `docs/recipes/reconcile-payouts.md describes the files. A file is checked as a whole: if anything in it is wrong, nothing is
recorded. The same file again changes nothing. A sandbox site without gateway accounts has the code test. What was
accepted by mistake is withdrawn: npm run payout -- withdraw.`,
  commands: {
    import: command({
      takes: ['subdomain', 'gateway', 'file'],
      does: 'Records the payouts of a gateway account from a CSV file.',
      example: 'demo main payouts-2026-11.csv',
      members: MEMBERS,
      async run(toolbox, [subdomain = '', gateway = '', file = '']) {
        const caller = await callerOf(toolbox, subdomain);
        const read = readPayoutFile(textOf(file));
        if ('problems' in read) throw new OperatorTrouble(`Nothing was recorded. ${read.problems.join(' ')}`);
        const recording = recordPayouts(toolbox)(caller, gateway, read.payouts);
        const recorded = await namingCodes(toolbox, subdomain, gateway, recording);
        return recordedAnswer({ ...recorded, unitemized: [] });
      },
    }),
    fetch: command({
      takes: ['subdomain', 'gateway'],
      does: 'Records the payouts of a gateway account that the gateway tells of: status 3 if it tells no lines of one.',
      example: 'demo main --since 2026-11-01',
      options: {
        since: {
          value: '<moment>',
          help: `Only payouts that arrived from this moment on. By default, those of the last ${FETCHED_DAYS} days.`,
        },
      },
      members: MEMBERS,
      async run(toolbox, [subdomain = '', gateway = ''], { since }) {
        const caller = await callerOf(toolbox, subdomain);
        const from = sinceOf(since, caller.at);
        const fetching = fetchPayouts(withGateways(toolbox))(caller, gateway, from);
        return recordedAnswer(await namingCodes(toolbox, subdomain, gateway, fetching));
      },
    }),
    schedule: command({
      takes: ['subdomain', 'gateway', 'on|off'],
      does: 'Fetches the payouts of a gateway account every night from now on, or no more.',
      example: 'demo main on',
      members: ['next_at'],
      async run(toolbox, [subdomain = '', gateway = '', typed = '']) {
        if (typed !== 'on' && typed !== 'off') throw new UsageError(`Give on or off, not ${typed}.`);
        const caller = await callerOf(toolbox, subdomain);
        const scheduling = schedulePayoutFetch({ ...toolbox, adapters: ADAPTERS })(caller, gateway, typed === 'on');
        const fetch = await namingCodes(toolbox, subdomain, gateway, scheduling);
        const next_at = fetch ? isoTime(fetch.next_at) : null;
        return {
          text: next_at
            ? `The payouts of ${gateway} are fetched next at ${next_at}.`
            : `The payouts of ${gateway} are not fetched every night any more.`,
          json: { next_at },
        };
      },
    }),
    accept: command({
      takes: ['subdomain', 'gateway', 'item'],
      does: 'Accepts an open difference: of a line, or of a payment or refund that no payout has.',
      example: 'demo main txn_3QZ5xk2eZvKYlo2C --reason "Reserve of the gateway"',
      options: { reason: { value: '<text>', required: true, help: 'Why; the audit log has it.' } },
      members: ITEM_MEMBERS,
      async run(toolbox, [subdomain = '', gateway = '', item = ''], { reason }) {
        const caller = await callerOf(toolbox, subdomain);
        const accepted = await acceptDifference(toolbox)(caller, gateway, item, String(reason ?? ''));
        const { amount_in_cents, currency } = accepted;
        return {
          text: `The difference of ${amountText(amount_in_cents, currency)} is accepted. It was posted to payout_differences.`,
          json: { gateway, item, amount_in_cents, currency, reason: accepted.reason },
        };
      },
    }),
    withdraw: command({
      takes: ['subdomain', 'gateway', 'item'],
      does: 'Withdraws what was accepted: the opposite amount is posted, and the difference is open again.',
      example: 'demo main txn_3QZ5xk2eZvKYlo2C --reason "Was a payment of ours"',
      options: { reason: { value: '<text>', required: true, help: 'Why; the audit log has it.' } },
      members: ITEM_MEMBERS,
      async run(toolbox, [subdomain = '', gateway = '', item = ''], { reason }) {
        const caller = await callerOf(toolbox, subdomain);
        const withdrawn = await withdrawAcceptance(toolbox)(caller, gateway, item, String(reason ?? ''));
        const { amount_in_cents, currency } = withdrawn;
        return {
          text: `The acceptance is withdrawn: ${amountText(amount_in_cents, currency)} was posted to payout_differences.`,
          json: { gateway, item, amount_in_cents, currency, reason: withdrawn.reason },
        };
      },
    }),
  },
};

const recordedAnswer = (fetched: FetchedPayouts) => {
  const { recorded, known, lines, unitemized } = fetched;
  const rows = recorded.map(({ reference, arrived_on, amount_in_cents, currency }) => [
    ...[reference, arrived_on, amountText(amount_in_cents, currency)],
  ]);
  return {
    text: [
      ...(rows.length === 0 ? [] : [inColumns([['PAYOUT', 'ARRIVED', 'AMOUNT'], ...rows])]),
      recordedInWords(fetched),
      ...(unitemized.length === 0
        ? []
        : [`Left out, as the gateway does not tell their lines: ${unitemized.join(', ')}. Import a file of each.`]),
    ].join('\n\n'),
    json: {
      recorded: recorded.length,
      known,
      lines,
      payouts: recorded.map(({ reference, arrived_on, currency, amount_in_cents }) => ({
        ...{ reference, arrived_on, currency, amount_in_cents },
      })),
      unitemized,
    },
    ...(unitemized.length === 0 ? {} : { status: 3 as const }),
  };
};

if (import.meta.main) await main(payoutTool);

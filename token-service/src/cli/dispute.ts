import { answeredAt } from '@service/billing/domain/disputes/dispute.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { type ListedDispute, listDisputes } from '@service/billing/queries/disputes/disputes.ts';
import { SIMULATED, type Simulated, simulateReport } from '@service/billing/usecases/disputes/simulate-report.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { command, type Tool, UsageError } from './command.ts';
import { askedPage, cutRows, isWithin, pageOptions, pageText } from './cut-list.ts';
import { shortTime } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const HEADINGS = ['STATE', 'OPENED', 'AMOUNT', 'REASON', 'EVIDENCE DUE', 'ACCOUNT', 'INVOICE', 'GATEWAY', 'DISPUTE'];

export const disputeTool: Tool = {
  ...topic('dispute'),
  about: 'Evidence is sent, and a dispute is accepted, in the console or at the gateway.',
  notes: `Reports that a sandbox can simulate: ${SIMULATED.join(', ')}. The transaction is a
payment, or for refund-failed a refund, by its uuid.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists disputes by the moment at which they were opened: undecided ones first, then the latest.',
      example: 'demo',
      options: pageOptions,
      prints: 'page',
      members: [
        ...(['state', 'opened_at', 'amount_in_cents', 'currency', 'reason', 'evidence_due_at'] as const),
        ...(['answered_at', 'accepted_at'] as const),
        ...(['account_code', 'invoice_number', 'gateway_code', 'reference'] as const),
      ],
      async run(toolbox, [subdomain = ''], given) {
        const page = askedPage(given);
        const site = await needSite(toolbox.sites, subdomain);
        const all = await listDisputes(toolbox)(site, EVERY);
        const disputes = all.filter(({ dispute }) => isWithin(page, dispute.opened_at * 1000));
        const shown = cutRows(page, disputes, (listed) => [row(listed), json(listed)]);
        const text = disputes.length === 0 ? `No payment of ${subdomain} was disputed.` : pageText(HEADINGS, shown);
        return { text, json: shown.json };
      },
    }),
    simulate: command({
      takes: ['subdomain', 'transaction', 'report'],
      does: 'Records a report in a sandbox as if the gateway of the transaction had sent it.',
      example: 'demo 3f7a0c5be1d24a6f9b0e8c7d6a5f4e3d dispute',
      members: ['transaction_uuid', 'report'],
      async run(toolbox, [subdomain = '', transaction = '', report = '']) {
        if (!isSimulated(report)) throw new UsageError(`Reports: ${SIMULATED.join(', ')}.`);
        const site = await needSite(toolbox.sites, subdomain);
        await simulateReport(toolbox)(callerOn(toolbox.world, toolbox.operator, site), transaction, report);
        return {
          text: `The worker processes “${report}” of transaction ${transaction} now.`,
          json: { transaction_uuid: transaction, report },
        };
      },
    }),
  },
};

const EVERY = 1_000_000_000;

const json = ({ dispute, payment }: ListedDispute) => ({
  state: dispute.state,
  opened_at: isoTime(dispute.opened_at),
  amount_in_cents: dispute.amount_in_cents,
  currency: dispute.currency,
  reason: dispute.reason,
  evidence_due_at: dispute.evidence_due_at === null ? null : isoTime(dispute.evidence_due_at),
  answered_at: answered(dispute),
  accepted_at: dispute.accepted_at === null ? null : isoTime(dispute.accepted_at),
  account_code: payment?.details.account.account_code ?? null,
  invoice_number: payment?.invoice ?? null,
  gateway_code: dispute.gateway_code,
  reference: dispute.reference,
});

const answered = (dispute: ListedDispute['dispute']): string | null => {
  const at = answeredAt(dispute);
  return at === null ? null : isoTime(at);
};

const answerOf = (dispute: ListedDispute['dispute']): string => {
  if (dispute.accepted_at !== null) return 'accepted';
  if (answeredAt(dispute) !== null) return 'answered';
  return dispute.evidence_due_at === null ? '-' : shortTime(dispute.evidence_due_at * 1000);
};

const isSimulated = (report: string): report is Simulated => (SIMULATED as readonly string[]).includes(report);

const row = ({ dispute, payment }: ListedDispute): string[] => [
  dispute.state,
  shortTime(dispute.opened_at * 1000),
  amountText(dispute.amount_in_cents, dispute.currency),
  dispute.reason,
  answerOf(dispute),
  payment?.details.account.account_code ?? '-',
  payment?.invoice ?? '-',
  dispute.gateway_code,
  dispute.reference,
];

if (import.meta.main) await main(disputeTool);

import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { countDisputes, type ListedDispute, listDisputes } from '@service/billing/queries/disputes.ts';
import { SIMULATED, type Simulated, simulateReport } from '@service/billing/usecases/disputes/simulate-report.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { allOption, LISTED, limitOf, withRest } from './cut-list.ts';
import { inColumns, shortTime } from './layout.ts';
import { main, type Tool, UsageError } from './tool.ts';

const HELP = `Disputes of payments, as their gateways report them. Evidence is sent, and a dispute accepted, at the gateway.

  npm run dispute -- list <subdomain> [--all]
  npm run dispute -- simulate <subdomain> <transaction> <report>

The list shows undecided disputes first, and ${LISTED} of them without --all. In a sandbox, simulate records a report as if
the gateway of the transaction had sent it: ${SIMULATED.join(', ')}. The transaction is a
payment, or for refund-failed a refund, by its uuid.

Examples:

  npm run dispute -- list demo
  npm run dispute -- simulate demo 3f7a0c5be1d24a6f9b0e8c7d6a5f4e3d dispute
  npm run dispute -- simulate demo 3f7a0c5be1d24a6f9b0e8c7d6a5f4e3d lost

DATA_DIR and DATABASE_URL say where the data is, as for npm start. The exit status is 0 when it is done,
1 when it was refused (nothing has changed), 2 when the command could not be understood.`;

export const disputeTool: Tool = {
  name: 'npm run dispute --',
  help: HELP,
  commands: {
    list: {
      takes: ['subdomain'],
      options: allOption,
      async run(toolbox, [subdomain = ''], given) {
        const site = await needSite(toolbox.sites, subdomain);
        const disputes = await listDisputes(toolbox)(site, limitOf(given));
        if (disputes.length === 0) return `No payment of ${subdomain} was disputed.`;
        const listed = inColumns([
          ['STATE', 'OPENED', 'AMOUNT', 'REASON', 'EVIDENCE DUE', 'ACCOUNT', 'INVOICE', 'GATEWAY', 'DISPUTE'],
          ...disputes.map(row),
        ]);
        return withRest(listed, { total: await countDisputes(toolbox)(site), shown: disputes.length });
      },
    },
    simulate: {
      takes: ['subdomain', 'transaction', 'report'],
      async run(toolbox, [subdomain = '', transaction = '', report = '']) {
        if (!isSimulated(report)) throw new UsageError(`Reports: ${SIMULATED.join(', ')}.`);
        const site = await needSite(toolbox.sites, subdomain);
        await simulateReport(toolbox)(callerOn(toolbox.world, toolbox.operator, site), transaction, report);
        return `The worker processes “${report}” of transaction ${transaction} now.`;
      },
    },
  },
};

const isSimulated = (report: string): report is Simulated => (SIMULATED as readonly string[]).includes(report);

const row = ({ dispute, payment }: ListedDispute): string[] => [
  dispute.state,
  shortTime(dispute.opened_at * 1000),
  amountText(dispute.amount_in_cents, dispute.currency),
  dispute.reason,
  dispute.evidence_due_at === null ? '-' : shortTime(dispute.evidence_due_at * 1000),
  payment?.details.account.account_code ?? '-',
  payment?.invoice ?? '-',
  dispute.gateway_code,
  dispute.reference,
];

if (import.meta.main) await main(disputeTool);

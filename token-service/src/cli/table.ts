import { accountTool } from './account.ts';
import { noteTool } from './account-note.ts';
import { auditTool } from './audit.ts';
import { backupTool } from './backup.ts';
import { businessEntityTool } from './business-entity.ts';
import type { Tool } from './command.ts';
import { completionTool } from './completion.ts';
import { customFieldTool } from './custom-field.ts';
import { disputeTool } from './dispute.ts';
import { doctorTool } from './doctor.ts';
import { dueTool } from './due.ts';
import { dunningTool } from './dunning.ts';
import { exchangeRatesTool } from './exchange-rates.ts';
import { explainTool } from './explain.ts';
import { exportTool } from './export.ts';
import { gatewayTool } from './gateway.ts';
import { importTool } from './import.ts';
import { invoiceTemplateTool } from './invoice-template.ts';
import { journalTool } from './journal.ts';
import { keyTool } from './key.ts';
import { mailTool } from './mail.ts';
import { operatorTool } from './operator.ts';
import { payoutTool } from './payout.ts';
import { performanceObligationTool } from './performance-obligation.ts';
import { periodTool } from './period.ts';
import { permissionTool } from './permission.ts';
import { PROGRAMS } from './programs.ts';
import { reconcileTool } from './reconcile.ts';
import { reportTool } from './report.ts';
import { restoreTool } from './restore.ts';
import { searchTool } from './search.ts';
import { shippingMethodTool } from './shipping-method.ts';
import { siteTool } from './site.ts';
import { webhookTool } from './webhook.ts';

/**
 * The table of commands. `billing`, `npm run`, the help, shell completion and `docs/command-line.md` follow from it. To
 * add a command, add its tool here and a script to `package.json`.
 */
export const TOOLS: readonly Tool[] = [
  siteTool,
  keyTool,
  gatewayTool,
  webhookTool,
  shippingMethodTool,
  dunningTool,
  customFieldTool,
  businessEntityTool,
  invoiceTemplateTool,
  performanceObligationTool,
  permissionTool,
  importTool,
  dueTool,
  disputeTool,
  mailTool,
  noteTool,
  searchTool,
  explainTool,
  reportTool,
  exchangeRatesTool,
  journalTool,
  exportTool,
  payoutTool,
  periodTool,
  auditTool,
  accountTool,
  operatorTool,
  doctorTool,
  backupTool,
  restoreTool,
  reconcileTool,
  completionTool(() => ({ tools: TOOLS, programs: PROGRAMS })),
];

/** Every command of `billing`. */
export const COMMAND_NAMES: readonly string[] = [...TOOLS, ...PROGRAMS].map(({ name }) => name);

import type { Tool } from './command.ts';
import { PROGRAMS } from './programs.ts';
import { TOOL_NAMES, type ToolName } from './topics.ts';

/**
 * The table of commands. `billing`, `npm run`, the help, shell completion and `docs/command-line.md` follow from it. To
 * add a command, add its tool here, its topic to `topics.ts` and a script to `package.json`. A command loads its own
 * tool only: all of them take a second.
 */
const TOOLS: Readonly<Record<ToolName, () => Promise<Tool>>> = {
  site: async () => (await import('./site.ts')).siteTool,
  key: async () => (await import('./key.ts')).keyTool,
  gateway: async () => (await import('./gateway.ts')).gatewayTool,
  webhook: async () => (await import('./webhook.ts')).webhookTool,
  'shipping-method': async () => (await import('./shipping-method.ts')).shippingMethodTool,
  dunning: async () => (await import('./dunning.ts')).dunningTool,
  'custom-field': async () => (await import('./custom-field.ts')).customFieldTool,
  'business-entity': async () => (await import('./business-entity.ts')).businessEntityTool,
  'invoice-template': async () => (await import('./invoice-template.ts')).invoiceTemplateTool,
  'performance-obligation': async () => (await import('./performance-obligation.ts')).performanceObligationTool,
  permission: async () => (await import('./permission.ts')).permissionTool,
  import: async () => (await import('./import.ts')).importTool,
  due: async () => (await import('./due.ts')).dueTool,
  dispute: async () => (await import('./dispute.ts')).disputeTool,
  mail: async () => (await import('./mail.ts')).mailTool,
  note: async () => (await import('./account-note.ts')).noteTool,
  search: async () => (await import('./search.ts')).searchTool,
  explain: async () => (await import('./explain.ts')).explainTool,
  report: async () => (await import('./report.ts')).reportTool,
  'exchange-rates': async () => (await import('./exchange-rates.ts')).exchangeRatesTool,
  journal: async () => (await import('./journal.ts')).journalTool,
  export: async () => (await import('./export.ts')).exportTool,
  payout: async () => (await import('./payout.ts')).payoutTool,
  period: async () => (await import('./period.ts')).periodTool,
  audit: async () => (await import('./audit.ts')).auditTool,
  account: async () => (await import('./account.ts')).accountTool,
  operator: async () => (await import('./operator.ts')).operatorTool,
  doctor: async () => (await import('./doctor.ts')).doctorTool,
  backup: async () => (await import('./backup.ts')).backupTool,
  restore: async () => (await import('./restore.ts')).restoreTool,
  reconcile: async () => (await import('./reconcile.ts')).reconcileTool,
  completion: async () =>
    (await import('./completion.ts')).completionTool(async () => ({ tools: await loadTools(), programs: PROGRAMS })),
};

/** Returns the tool that a command names, if it names one. */
export const loadTool = async (name: string): Promise<Tool | undefined> =>
  Object.hasOwn(TOOLS, name) ? TOOLS[name as ToolName]() : undefined;

/** Returns every tool, in the order of the help. */
export const loadTools = (): Promise<readonly Tool[]> => Promise.all(TOOL_NAMES.map((name) => TOOLS[name]()));

/** Every command of `billing`. */
export const COMMAND_NAMES: readonly string[] = [...TOOL_NAMES, ...PROGRAMS.map(({ name }) => name)];

import type { WorkerSign } from '@service/billing/domain/due/worker-sign.ts';
import { SILENT_AFTER } from '@service/billing/domain/processes/process-sign.ts';
import type { Markup } from '../../../documents/html.ts';
import type { ConsoleVisit } from '../visit.ts';
import { shortId, systemMomentOf } from './figures.ts';
import { stateBadge } from './state-words.ts';
import { consoleTable } from './table.ts';

/** The processes that run due work, and whether each still gives signs. */
export const workerTable = (visit: ConsoleVisit, workers: readonly WorkerSign[], caption: string): Markup =>
  consoleTable<WorkerSign>({
    caption,
    columns: [
      { name: 'worker', label: 'Worker', cell: ({ holder }) => shortId(holder) },
      {
        name: 'state',
        label: 'State',
        cell: ({ seen_at_ms }) =>
          visit.now - seen_at_ms < SILENT_AFTER ? stateBadge('worker', 'running') : stateBadge('worker', 'silent'),
      },
      { name: 'seen_at', label: 'Last sign', cell: ({ seen_at_ms }) => systemMomentOf(visit, seen_at_ms) },
      { name: 'started_at', label: 'Started', cell: ({ started_at_ms }) => systemMomentOf(visit, started_at_ms) },
    ],
    rows: workers,
    empty:
      'No worker has left a sign. Start a process with SERVE=worker or all: without one, nothing that is due runs.',
  });

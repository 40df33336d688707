import { isSilent, type ProcessSign, processName } from '@service/billing/domain/processes/process-sign.ts';
import type { Markup } from '../../../documents/html.ts';
import type { ConsoleVisit } from '../visit.ts';
import { systemMomentOf } from './figures.ts';
import { stateBadge } from './state-words.ts';
import { consoleTable } from './table.ts';

/** The processes that run due work, and whether each still gives signs. */
export const workerTable = (visit: ConsoleVisit, workers: readonly ProcessSign[], caption: string): Markup =>
  consoleTable<ProcessSign>({
    caption,
    columns: [
      { name: 'worker', label: 'Worker', cell: processName },
      {
        name: 'state',
        label: 'State',
        cell: (worker) => stateBadge('worker', isSilent(worker, visit.now) ? 'silent' : 'running'),
      },
      { name: 'seen_at', label: 'Last sign', cell: ({ seen_at_ms }) => systemMomentOf(visit, seen_at_ms) },
      { name: 'started_at', label: 'Started', cell: ({ started_at_ms }) => systemMomentOf(visit, started_at_ms) },
    ],
    rows: workers,
    empty:
      'No worker has left a sign. Start a process with SERVE=worker or all: without one, nothing that is due runs.',
  });

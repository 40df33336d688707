import { isLongKind } from '@service/billing/domain/due/kinds.ts';
import { dueKinds } from '@service/billing/engine/due/kinds.ts';
import { type DueWork, dueWork } from '@service/billing/engine/due/run-due-work.ts';
import { type RunDueWork, type WaitDeps, waitForDueWork } from '../worker/wait-for-due-work.ts';
import type { Measured } from './metrics/measured.ts';
import type { Engine } from './open-engine.ts';
import type { Tracing } from './tracing/open-tracing.ts';

/** Milliseconds that a request that moves a clock waits for due work. */
const CLOCK_MOVE_MS = 20_000;

interface DueParts {
  readonly engine: Engine;
  readonly metrics: Pick<Measured, 'dueKinds'>;
  readonly tracing: Pick<Tracing, 'dueKinds'>;
  readonly worker: WaitDeps['worker'];
}

interface OpenDueWork {
  readonly due: DueWork;
  /** Work that may take minutes. */
  readonly longDue: DueWork;
  readonly runDueWork: RunDueWork;
}

/** Composes due work, and what runs the due work of a site for a request that waits for it. */
export const openDueWork = ({ engine, metrics, tracing, worker }: DueParts): OpenDueWork => {
  const kinds = metrics.dueKinds(tracing.dueKinds(dueKinds(engine.deps)));
  const due = dueWork(
    engine.deps,
    kinds.filter(({ kind }) => !isLongKind(kind)),
  );
  const longDue = dueWork(
    engine.deps,
    kinds.filter(({ kind }) => isLongKind(kind)),
    { movesClock: false },
  );
  return { due, longDue, runDueWork: waitForDueWork({ due, worker, milliseconds: CLOCK_MOVE_MS }) };
};

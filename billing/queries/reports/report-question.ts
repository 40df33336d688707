import type { MissingRate } from '../../domain/reports/report.ts';
import type { Seconds } from '../../values/time.ts';

/** The question that a report answers, besides its period. */
export interface ReportQuestion {
  /** Now. */
  readonly at: Seconds;
  /** Only rows with these values, by the names of columns. */
  readonly where: Readonly<Record<string, string>>;
  /** Receives the exchange rates that are not stored. Without it, a report that needs them is refused. */
  readonly onMissingRates?: ((missing: readonly MissingRate[]) => void) | undefined;
}

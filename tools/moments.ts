/**
 * Moments and durations are declared as `Seconds` or `Millis` (`billing/values/time.ts`). A bare `number` accepts both,
 * so one that is declared as a number lets milliseconds pass where seconds are meant.
 */
import type { SourceFile } from './imports.ts';

/** A member, a parameter or a result whose name is that of a moment or a duration, declared as a number. */
const BARE =
  /\b((?:\w+(?:At|_at|Ms|_ms|Seconds|_seconds|Milliseconds|Until|_until|Since|_since))|at|now|since|until|seconds|milliseconds)\??(?:\([^()]*\))?: (?:readonly )?(?:\(\) => )?(?:Promise<)?number\b(?![.[])/g;

const PROGRAM = /^(billing|token-service\/(src|seed))\/.*\.ts$/;
/**
 * Tests compare plain numbers. Oracles share no types with what they check. In the type setting of invoices and in
 * buffers, `at` is a position.
 */
const EXEMPT =
  /\.(test|long|contract|fixture)\.ts$|\/(oracle|testing|bench)\/|\/invoice-pdf\/type\/|\/vault\/random\.ts$/;
/** Results that are counts: `deliveredTo(recipient, since)`, `boundariesUntil(moment)`; and a price that is due now. */
const COUNTS: readonly string[] = ['boundariesUntil', 'taxAmounts'];

/** Every moment and duration that is declared as a number, as `path:line: text — advice`. */
export const bareMoments = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => PROGRAM.test(path) && !EXEMPT.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(BARE)].some(
            ([, name = '']) => !COUNTS.some((count) => name === count || line.includes(count)),
          )
            ? [`${path}:${index + 1}: ${line.trim().slice(0, 100)} — Write Seconds or Millis.`]
            : [],
        ),
    );

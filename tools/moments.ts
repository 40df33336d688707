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
 * Tests compare plain numbers. Oracles share no types with what they check. In type setting, buffers and the search of
 * the documentation, `at` is a position.
 */
const EXEMPT =
  /\.(test|long|contract|fixture)\.ts$|\/(oracle|testing|bench)\/|\/invoice-pdf\/type\/|\/vault\/random\.ts$|\/reference\/search\//;
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

/** A member or a parameter with its unit: `readonly created_at: Seconds`. */
const DECLARED = /\breadonly (\w+)\??: (Seconds|Millis)\b/g;
/**
 * Members of stored JSON, whose names are as old as the rows: the attempts of a delivery and the test gateway's log
 * have the machine's clock in `at`, everything else that of a site.
 */
const STORED: readonly string[] = ['at'];

/** Every name of a member that is seconds in one type and milliseconds in another, with the places. */
export const membersOfTwoUnits = (files: readonly SourceFile[]): string[] => {
  const declared = files
    .filter(({ path }) => PROGRAM.test(path) && !EXEMPT.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(DECLARED)].map(([, name = '', unit = '']) => ({ name, unit, at: `${path} (${unit})` })),
    )
    .filter(({ name }) => !STORED.includes(name));
  return [...Map.groupBy(declared, ({ name }) => name)]
    .filter(([, places]) => new Set(places.map(({ unit }) => unit)).size > 1)
    .map(([name, places]) => `${name}: ${[...new Set(places.map(({ at }) => at))].join(', ')}`);
};

/**
 * Money is written in one place, `billing/values/money/money-text.ts`: every other way to format cents finds other
 * digits for some currency. Amounts on the wire are decimals without a currency (`decimalText`).
 */
import type { SourceFile } from './imports.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly advice: string;
}

const MONEY = 'Use moneyFormat or amountText of billing/values/money/money-text.ts.';

const RULES: readonly Rule[] = [
  { pattern: /style: *['"`]currency['"`](?!.*currencyDisplay: 'name')/, advice: MONEY },
  { pattern: /\.toFixed\(/, advice: MONEY },
  { pattern: /\bminorDigits\(/, advice: MONEY },
  { pattern: /(cents|amount|total|price|balance)\w*\)? *\/ *(10\b|10 *\*\*|100\b|1000\b|1e\d)/i, advice: MONEY },
  { pattern: /decimalText\([^)]*\)\)?\} ?\$\{/, advice: MONEY },
  // `${cents} ${currency}` would print minor units.
  { pattern: /\$\{[^}]*cents\w*\} ?\$\{[^}]*currency[^}]*\}/i, advice: MONEY },
];

/**
 * The function itself, and programs of their own that import nothing of the service: the example shop, which is what a
 * merchant would write, and the gateway simulator, which counts as Stripe does. Tests compare both with the function.
 */
const EXEMPT: readonly RegExp[] = [
  /^billing\/values\/money\//,
  /^examples\/(assets\/(money|checkout-total)\.js|shop\/amounts\.ts)$/,
  /^gateway-simulator\/src\/pages\/serve-challenge\.ts$/,
  /^token-service\/src\/adapters\/gateway\/stripe\/amounts\.ts$/,
  // Rates are no money.
  /^token-service\/src\/adapters\/tax\/rates-file\.ts$/,
  /^tools\//,
];
/** Tests, measurements and types print numbers of other kinds. */
const NO_PROGRAM = /\.(test|long|fixture|contract|spec|pw)\.ts$|\.d\.ts$|\/(bench|test|testing|oracle)\/|^e2e\//;

/** Every line that formats money by other means, as `path:line: text — advice`. */
export const moneyViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /\.(ts|js|mjs|html)$/.test(path) && !NO_PROGRAM.test(path))
    .filter(({ path }) => !EXEMPT.some((pattern) => pattern.test(path)))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const found = RULES.find(({ pattern }) => pattern.test(line));
        return found ? [`${path}:${index + 1}: ${line.trim()} — ${found.advice}`] : [];
      }),
    );

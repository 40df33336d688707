import { readFile } from 'node:fs/promises';
import type { Site } from '@service/billing/resources/site.ts';
import { isRoutingNumber } from '@service/billing/values/bank/routing-number.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';

/** The only valid routing number of sandbox sites. */
export const SANDBOX_NUMBER = '123456780';

/**
 * Returns the name of the bank with a routing number; null: the bank is unknown, but may exist; undefined: there is
 * none.
 */
export type BankDirectory = (site: Pick<Site, 'mode'>, routingNumber: string) => string | null | undefined;

/**
 * Bank names by routing number from a CSV file (`BANK_DIRECTORY`) with the columns `routing_number,name`; a header line
 * is skipped. Throws a one-line message with the line of an invalid number.
 */
export const readBankFile = (csv: string): ReadonlyMap<string, string> => {
  const banks = new Map<string, string>();
  for (const [index, line] of csv.split(/\r?\n/).entries()) {
    const [, routingNumber = '', quoted, plain = ''] = /^"?([^",]*)"?,(?:"((?:[^"]|"")*)"|([^,]*))/.exec(line) ?? [];
    if (line.trim() === '' || (index === 0 && routingNumber === 'routing_number')) continue;
    if (!isRoutingNumber(routingNumber)) {
      throw new OperatorTrouble(
        `BANK_DIRECTORY: line ${index + 1} does not begin with a routing number; write routing_number,name.`,
      );
    }
    banks.set(routingNumber, (quoted?.replaceAll('""', '"') ?? plain).trim());
  }
  return banks;
};

/** Reads the bank file of `BANK_DIRECTORY`. Throws `OperatorTrouble`. */
export const openBankFile = async (path: string): Promise<ReadonlyMap<string, string>> => {
  const csv = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new OperatorTrouble(
      `BANK_DIRECTORY: ${path} cannot be read. Name a file that this user can read, or leave it out.`,
      { cause },
    );
  });
  return readBankFile(csv);
};

/** `banks`: those of production sites; without them, only the check digit of a number is validated. */
export const bankDirectory =
  (banks?: ReadonlyMap<string, string>, sandboxBank = 'Bank of Service'): BankDirectory =>
  ({ mode }, routingNumber) => {
    if (mode === 'sandbox') return routingNumber === SANDBOX_NUMBER ? sandboxBank : undefined;
    if (banks) return banks.get(routingNumber);
    return isRoutingNumber(routingNumber) ? null : undefined;
  };

interface NamedReport {
  readonly name: string;
  readonly about: 'day' | 'period';
  readonly from: string;
  readonly to: string;
  readonly where: Readonly<Record<string, string>>;
}

const MOST_CHARACTERS = 120;

/**
 * Returns the name of the file of a report, which tells its days and filters:
 * `sales-acme-2026-11-01-to-2026-11-30-country-DE.csv`.
 */
export const reportFileName = ({ name, about, from, to, where }: NamedReport, subdomain: string): string => {
  const filters = Object.entries(where).map(([column, value]) => `${column}-${value === '–' ? 'none' : value}`);
  const parts = [name, subdomain, about === 'day' ? to : `${from}-to-${to}`, ...filters].join('-');
  return `${parts.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').slice(0, MOST_CHARACTERS)}.csv`;
};

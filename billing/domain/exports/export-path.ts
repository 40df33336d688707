/** Returns the path of a file of an export: `demo/2026-11-30/invoices.csv`. */
export const exportPath = (subdomain: string, day: string, table: string): string => `${subdomain}/${day}/${table}.csv`;

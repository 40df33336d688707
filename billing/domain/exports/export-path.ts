/** Returns the path of a file of an export: `demo/2026-11-30/invoices.csv`. */
export const exportPath = (subdomain: string, day: string, file: string): string => `${subdomain}/${day}/${file}`;

/** Returns the name of the file of a table. */
export const exportFileName = (table: string): string => `${table}.csv`;

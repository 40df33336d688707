/** The version of the API that answers have the shape of: that of the `stripe` package in package.json. */
export const SIMULATED_API_VERSION = '2026-10-28.endive';

/** Returns the samples of a metric at an origin, by their labels as a scrape shows them. */
export const samples = async (
  origin: string,
  name: string,
  token?: string,
): Promise<Readonly<Record<string, number>>> => {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const text = await (await fetch(`${origin}/metrics`, { headers })).text();
  const found = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'));
  return Object.fromEntries([...found].map(([, labels = '', value]) => [labels, Number(value)]));
};

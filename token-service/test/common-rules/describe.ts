import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type Reply } from './call.ts';
import { type Asking, type Expected, NOON, type Row, toCall } from './row.ts';
import type { OpenHearted, SiteKeys, Target } from './target.ts';

type Opened = (Target | OpenHearted) & { close(): Promise<void> };

/** Runs every row of a table against a running service, each on a new site at noon. */
export const describeRows = (table: string, rows: readonly Row[], open: () => Promise<Opened>): void => {
  describe(table, () => {
    let service: Opened;
    beforeAll(async () => {
      service = await open();
    });
    afterAll(() => service.close());

    test.each(rows.map((row) => [row.says, row] as const))('%s', async (_, row) => {
      const keys = await service.openSite(row.site ?? {});
      const earlier: Reply[] = [];
      service.setClock(Date.parse(NOON));
      for (const asking of [...(row.before ?? []), row.ask])
        earlier.push(await sendStep(service, keys, asking, earlier));
      await judge(service, keys, earlier.at(-1)!, row.answer);
    });
  });
};

const sendStep = (service: Target, keys: SiteKeys, asking: Asking, earlier: readonly Reply[]): Promise<Reply> => {
  const ask = typeof asking === 'function' ? asking(earlier) : asking;
  if (ask.at) service.setClock(Date.parse(ask.at));
  return call(service.baseUrl, toCall(ask, keys));
};

const judge = async (
  service: Target | OpenHearted,
  keys: SiteKeys,
  reply: Reply,
  expected: Expected,
): Promise<void> => {
  const base = (text: string) => text.replaceAll('{base}', service.baseUrl);
  expect(reply.status, reply.body).toBe(expected.status);
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    const held = reply.headers[name.toLowerCase()];
    if (value === null) expect(held, name).toBeUndefined();
    else if (typeof value === 'string') expect(held, name).toBe(base(value));
    else expect(held, name).toMatch(value);
  }
  if (typeof expected.body === 'string') expect(reply.body).toBe(base(expected.body));
  else if (expected.body) expect(reply.body).toMatch(expected.body);
  if (expected.error) judgeError(reply, expected.error);
  if (expected.errors) expect(fieldErrors(reply)).toEqual(expected.errors);
  if (expected.accounts) expect(matches(reply.body, /<account_code>(.*?)<\/account_code>/g)).toEqual(expected.accounts);
  if (expected.records) expect(matches(reply.body, /<account (href)/g)).toHaveLength(expected.records);
  if (expected.outbox) {
    if (!('outbox' in service)) throw new Error('This service does not show its outbox');
    expect(await service.outbox(keys)).toEqual(expected.outbox);
  }
};

const SINGLE_ERROR = new RegExp(
  '^<\\?xml version="1.0" encoding="UTF-8"\\?>\\n<error>\\n<symbol>(.*)</symbol>\\n' +
    '<description lang="en-US">(.*)</description>\\n(?:<details>(.*)</details>\\n)?</error>\\n$',
);

const judgeError = (reply: Reply, [symbol, description = /./, details]: NonNullable<Expected['error']>): void => {
  const [, symbolHeld, descriptionHeld, detailsHeld] = SINGLE_ERROR.exec(reply.body) ?? [];
  expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(symbolHeld, reply.body).toBe(symbol);
  expectText(descriptionHeld, description);
  if (details !== undefined) expectText(detailsHeld, details);
};

const expectText = (held: string | undefined, wanted: string | RegExp): void => {
  if (typeof wanted === 'string') expect(held).toBe(wanted);
  else expect(held).toMatch(wanted);
};

const fieldErrors = ({ body }: Reply): string[] =>
  [...body.matchAll(/<error field="(.*?)" symbol="(.*?)" lang="en-US">(.*?)<\/error>/g)].map(([, ...parts]) =>
    parts.join(' '),
  );

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, first]) => first ?? '');

import { deepStrictEqual } from 'node:assert';
import { setTimeout } from 'node:timers/promises';
import { audit } from '../money/audit.ts';
import { type ENGINES, openGround } from '../money/ground.ts';
import { textOf, within } from '../service.ts';
import { type AccountBooks, booksByAccount } from './books-by-account.ts';
import { accountOf, catalogue, type DatedRequest, END, MEASURED_UNIT, START } from './lives.ts';

const NEWEST = { 'X-Api-Version': '2.29' };

/** Moments strictly between two others, at which the clock stops on its way. */
export type Cut = (from: number, to: number) => Iterable<number>;

export interface Lived {
  /** Every request and its answer: `2027-03-01T08:30:00Z 3 PUT …/cancel 200`. */
  readonly trace: readonly string[];
  readonly books: ReadonlyMap<string, AccountBooks>;
}

/**
 * Makes the requests at a site of an engine, each at its own moment; on the way to it the clock stops where the cut
 * says. Throws where due work failed or the books do not pass the audit at the end.
 */
export const runLives = async (
  engine: (typeof ENGINES)[number],
  requests: readonly DatedRequest[],
  cut: Cut,
  /** Called as each day ends, with how many have. */
  day: (passed: number) => void = () => {},
): Promise<Lived> => {
  // Waiting moves no clock, so that a request is made at its second however long the way there was.
  const ground = await openGround(engine, { pause: () => setTimeout(2) });
  try {
    const { service, database } = ground;
    const { api } = service;
    // An answer to one customer hastens the collections of others that wait for the gateway. Then a life depends on the
    // others, and on how far each of them has come.
    await service.changeDemoSite({ gateway_patience: 0 });
    const travel = async (at: number): Promise<void> => {
      const move = () => api('PUT', '/v2/sandbox/clock', `<clock><now>${iso(at)}</now></clock>`);
      let moved = await move();
      // Accepted, and some due work is still to run.
      while (moved.status === 202) moved = await move();
      if (moved.status !== 200) throw new Error(moved.text);
    };
    let now = START;
    const travelTo = async (to: number): Promise<void> => {
      for (const stop of cut(now, to)) await travel(stop);
      await travel(to);
      for (let next = dayOf(now) + 1; next <= dayOf(to); next += 1) day(next);
      now = to;
    };
    const create = async (path: string, body: string) => {
      const made = await api('POST', path, body, NEWEST);
      if (made.status !== 201) throw new Error(`${path}: ${made.text}`);
      return made.xml;
    };

    await travel(START);
    const unit = textOf(await create('/v2/measured_units', MEASURED_UNIT), 'id') ?? '';
    for (const [path, body] of catalogue(unit)) await create(path, body);
    const latestInvoice = async (life: number) => {
      const path = `/v2/accounts/${accountOf(life)}/invoices?per_page=20`;
      const invoices = (await api('GET', path)).xml?.children ?? [];
      return invoices.find((one) => textOf(one, 'type') === 'charge');
    };
    const newestMethod = async (life: number) =>
      (await api('GET', `/v2/accounts/${accountOf(life)}/billing_infos`, undefined, NEWEST)).xml?.children.at(-1);
    const uuids = new Map<number, string>();
    const resolved = async (life: number, path: string, body: string | undefined): Promise<[string, string?]> => {
      const named = `${path} ${body}`;
      const invoice = named.includes(':invoice') ? await latestInvoice(life) : undefined;
      const method = named.includes(':method') ? await newestMethod(life) : undefined;
      const values = {
        ':uuid': uuids.get(life),
        ':invoice': textOf(invoice, 'invoice_number'),
        ':line': textOf(within(invoice, 'line_items')?.children[0], 'uuid'),
        ':method': textOf(method, 'uuid'),
      };
      const filled = (text: string): string =>
        Object.entries(values).reduce((all, [name, value]) => all.replace(name, value ?? 'none'), text);
      return body === undefined ? [filled(path)] : [filled(path), filled(body)];
    };
    const trace: string[] = [];
    for (const { at, life, method, path, body, subscribes, isNewest } of requests) {
      await travelTo(at);
      const [address, sent] = await resolved(life, path, body);
      const answer = await api(method, address, sent, isNewest ? NEWEST : {});
      if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
      if (subscribes && answer.status === 201) uuids.set(life, textOf(answer.xml, 'uuid') ?? '');
      const why = answer.status < 400 ? '' : (textOf(answer.xml, 'symbol') ?? symbols(answer.text));
      trace.push(`${iso(at)} ${life} ${method} ${path} ${answer.status} ${why}`.trim());
    }
    await travelTo(END);
    deepStrictEqual(await database.all('SELECT kind, status, error FROM due_failures'), []);
    deepStrictEqual(await audit(database), []);
    return { trace, books: await booksByAccount(database) };
  } finally {
    await ground.close();
  }
};

const dayOf = (at: number): number => Math.floor((at - START) / 86_400);

const iso = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z');

const symbols = (text: string): string =>
  [...text.matchAll(/(?:field|symbol)="([^"]*)"/g)].map(([, it]) => it).join(' ');

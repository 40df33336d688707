/**
 * Compares traffic with the `stripe` package, whose types Stripe generates from its OpenAPI description: that of the
 * version in node_modules/stripe/OPENAPI_VERSION. Each request and answer is written as a literal of its type, and the
 * compiler reports members that the type lacks, members that are missing, and values that the type does not allow.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeForm } from '../http/form.ts';
import { findRoute } from '../http/router.ts';
import { API_ROUTES } from '../routes/routes.ts';
import { DESCRIBED_ERROR, DESCRIBED_ROUTES } from './described-routes.fixture.ts';

/** A request to the API and its answer. */
export interface Exchange {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  /** The form that was sent. */
  readonly body: string;
  readonly answer?: { readonly status: number; readonly body: string };
}

/**
 * `Wire<T>`: how a form writes a value of `T`; a list is an object with the keys 0, 1, … `Answered<T>`: `T` as the API
 * answers with it. Both close the enumerations, which the package leaves open to values that Stripe may add. An event's
 * previous attributes are parts of its object, at any depth.
 */
const PREAMBLE = `import type Stripe from '${import.meta.resolve('stripe').replace('file://', '')}';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
type Closed<T extends string> = Same<T, string & Record<never, never>> extends true ? never : T;
type Wire<T> = T extends undefined ? never
  : T extends string ? Closed<T>
  : T extends number | boolean ? \`\${T}\`
  : T extends null ? ''
  : T extends readonly (infer E)[] ? { [index: \`\${number}\`]: Wire<E> }
  : { [K in keyof T]: Wire<T[K]> };
type Answered<T> = T extends string ? Closed<T>
  : T extends readonly (infer E)[] ? Answered<E>[]
  : T extends object ? { [K in keyof T]: Answered<T[K]> }
  : T;
type Parts<T> = T extends object ? { [K in keyof T]?: Parts<T[K]> } : T;
type Data<T> = T extends { object: infer O } ? { object: O; previous_attributes?: Parts<O> } : never;
type Event<T> = { [K in keyof T]: K extends 'data' ? Data<T[K]> : T[K] };
const is = <T>(_: T) => {};
`;
const OPTIONS = [
  ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'],
  ...['--target', 'esnext', '--module', 'preserve', '--moduleResolution', 'bundler', '--types', ''],
];
/** Characters of a difference that are shown: the compiler lists every value of an enumeration. */
const LONGEST = 300;
const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

/** The method and path of the simulator's routes, as `DESCRIBED_ROUTES` names them. */
export const servedRoutes = (): string[] => API_ROUTES.map(({ method, pattern }) => `${method} /${pattern.join('/')}`);

/** Returns the route that serves an exchange. */
export const routeOf = ({ method, path }: Exchange): string => {
  const { route } = findRoute(API_ROUTES, method, path.split('?')[0]!);
  return `${route.method} /${route.pattern.join('/')}`;
};

interface Claim {
  readonly about: string;
  readonly type: string;
  readonly value: string;
}

/** Returns what an exchange claims about types. A request that was refused as invalid may differ, on purpose. */
const claimsOf = (exchange: Exchange): Claim[] => {
  const about = routeOf(exchange);
  const [parameters, result] = DESCRIBED_ROUTES[about]!;
  const form = [exchange.path.split('?')[1] ?? '', exchange.body].filter((part) => part !== '').join('&');
  const request = { about: `${about}, request`, type: `Wire<${parameters}>`, value: JSON.stringify(decodeForm(form)) };
  if (!exchange.answer) return [request];
  const { status, body } = exchange.answer;
  const object = JSON.parse(body) as object;
  const answered = status === 200 ? answerClaims(`${about}, answer`, result, object) : [errorClaim(about, object)];
  return status === 200 || status === 402 ? [request, ...answered] : answered;
};

const errorClaim = (about: string, error: object): Claim => ({
  about: `${about}, error`,
  type: `Answered<${DESCRIBED_ERROR}>`,
  value: JSON.stringify(error),
});

/** Events are claimed one by one, because their types differ by their `type`. */
const answerClaims = (about: string, type: string, object: object): Claim[] => {
  if (isEvent(object)) return [eventClaim(about, object)];
  const events = 'data' in object && Array.isArray(object.data) && object.data.every(isEvent) ? object.data : [];
  const value = JSON.stringify(events.length > 0 ? { ...object, data: [] } : object);
  return [{ about, type: `Answered<${type}>`, value }, ...events.map((event) => eventClaim(about, event))];
};

const isEvent = (value: object): value is { object: 'event'; type: string } =>
  'object' in value && value.object === 'event';

/** Returns what a delivered or retrieved event claims. */
const eventClaim = (about: string, event: { type: string }): Claim => ({
  about: `${about}, ${event.type}`,
  type: `Answered<Event<Extract<Stripe.Event, { type: '${event.type}' }>>>`,
  value: JSON.stringify(event),
});

/** Returns how requests and answers differ from the types, each difference once; none when they agree. */
export const differences = async (exchanges: readonly Exchange[]): Promise<string[]> => {
  const claims = exchanges.flatMap(claimsOf);
  const folder = mkdtempSync(join(tmpdir(), 'described-'));
  const file = join(folder, 'traffic.ts');
  const offset = PREAMBLE.split('\n').length;
  try {
    writeFileSync(file, PREAMBLE + claims.map(({ type, value }) => `is<${type}>(${value});`).join('\n'));
    const output = await compile(file);
    const found = [...output.matchAll(/^[^\n(]*\((\d+),\d+\): error (?:TS\d+: )?(.*)$/gm)].map(([, line, text]) => {
      const claim = claims[Number(line) - offset];
      return `${claim?.about ?? 'the types'}: ${text!.slice(0, LONGEST)}`;
    });
    return [...new Set(found)];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Returns what the compiler reports. */
const compile = (file: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(TSC, [...OPTIONS, file], { cwd: dirname(file), maxBuffer: 64 * 2 ** 20 }, (error, stdout, stderr) => {
      // Exit status 2: there are errors, and they are listed.
      if (error && !stdout.includes(': error TS')) reject(new Error(`${error.message}\n${stderr}${stdout}`));
      else resolve(stdout);
    });
  });

import type { Millis } from '@service/billing/values/time.ts';
import { inTime } from '../runtime/in-time.ts';

/** A part of the service that does not work, or works less well. */
export interface Trouble {
  /** The name in `/health`. */
  readonly part: string;
  /** A sentence for the operator. Anyone can read `/health`: no address, no credential. */
  readonly reason: string;
  /** Whether this process can serve nothing while it lasts, although others may. */
  readonly unavailable?: boolean;
}

/** A check of some parts of the service. */
export interface HealthPart {
  /** The names of its parts. What it finds may have others, such as those of gateways. */
  readonly names: readonly string[];
  readonly look: () => Promise<readonly Trouble[]>;
  /** The reason while `look` rejects or does not answer in time; undefined: storage, on which it depends, says why. */
  readonly silence?: string;
}

export interface HealthDeps {
  /** Resolves with the trouble that the database is in, undefined for none. Rejects when it does not answer. */
  readonly storage: () => Promise<'full' | 'corrupt' | 'read-only' | undefined>;
  readonly parts?: readonly HealthPart[];
  /** State that each process keeps alone, although several may use the database. */
  readonly perProcess?: readonly string[];
  /** Milliseconds that storage and each part have to answer. */
  readonly patience?: Millis;
  /** Milliseconds for which a finding is given again, so that requests to `/health` cost nothing. */
  readonly freshFor?: Millis;
  /** Called with what is found when it is not what was found before. */
  readonly onChange?: (finding: HealthFinding) => void;
}

/** The parts that do not work, and why. */
interface Degraded {
  readonly degraded: readonly string[];
  readonly reasons: Readonly<Record<string, string>>;
}

export type HealthFinding =
  | { readonly status: 'ok'; readonly per_process?: readonly string[] }
  | ({ readonly status: 'degraded'; readonly per_process?: readonly string[] } & Degraded)
  | ({ readonly status: 'unavailable'; readonly reason: string } & Partial<Degraded>);

export interface HealthCheck {
  /** Looks at everything, unless that was done just now. */
  finding(): Promise<HealthFinding>;
  /** Returns whether each part works, by the last look; also parts that have been in trouble before. */
  states(): ReadonlyMap<string, boolean>;
}

/** The names of parts that are remembered: merchants name gateways. */
const MOST_NAMES = 100;

/** Looks at storage and the parts of the service. */
export const healthCheck = ({
  storage,
  parts = [],
  perProcess = [],
  patience = 2_000,
  freshFor = 1_000,
  onChange = () => {},
}: HealthDeps): HealthCheck => {
  const askStorage = oneAtATime(storage);
  const askParts = parts.map(({ look }) => oneAtATime(look));
  const states = new Map<string, boolean>();

  const remember = (troubles: readonly Trouble[], storageWorks: boolean): void => {
    for (const name of states.keys()) states.set(name, true);
    for (const { names } of parts) for (const name of names) states.set(name, true);
    for (const { part } of troubles) if (states.has(part) || states.size < MOST_NAMES) states.set(part, false);
    states.set('storage', storageWorks);
  };

  const examine = async (): Promise<HealthFinding> => {
    const [disk, ...answers] = await Promise.allSettled([
      inTime(patience, askStorage()),
      ...askParts.map((ask) => inTime(patience, ask())),
    ]);
    const troubles = parts.flatMap(({ names, silence }, index): readonly Trouble[] => {
      const answer = answers[index];
      if (answer?.status === 'fulfilled') return answer.value;
      return silence === undefined ? [] : names.map((part) => ({ part, reason: silence }));
    });
    const trouble = disk.status === 'rejected' ? 'storage does not answer' : disk.value && `storage is ${disk.value}`;
    remember(troubles, trouble === undefined);
    const reason = trouble ?? troubles.find(({ unavailable }) => unavailable)?.reason;
    const degraded = troubles.length > 0 ? degradedBy(troubles) : undefined;
    if (reason !== undefined) return { status: 'unavailable', reason, ...degraded };
    const per_process = perProcess.length > 0 ? { per_process: perProcess } : {};
    return degraded ? { status: 'degraded', ...degraded, ...per_process } : { status: 'ok', ...per_process };
  };

  let last = 'ok';
  const finding = atMostEvery(freshFor, async () => {
    const found = await examine();
    const summary = found.status === 'ok' ? 'ok' : JSON.stringify(found);
    if (summary !== last) onChange(found);
    last = summary;
    return found;
  });
  return { finding, states: () => states };
};

/** Names each part once, with every reason. */
const degradedBy = (troubles: readonly Trouble[]): Degraded => {
  const reasons = new Map<string, Set<string>>();
  for (const { part, reason } of troubles) reasons.set(part, (reasons.get(part) ?? new Set()).add(reason));
  return {
    degraded: [...reasons.keys()],
    reasons: Object.fromEntries([...reasons].map(([part, all]) => [part, [...all].join(' ')])),
  };
};

/** Shares a pending answer with callers that ask meanwhile, so that a frozen server is asked once. */
const oneAtATime = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= ask().finally(() => {
      pending = undefined;
    });
    return pending;
  };
};

/** One run at a time, whose result is shared by everyone who asks until it is so many milliseconds old. */
const atMostEvery = <T>(milliseconds: Millis, work: () => Promise<T>): (() => Promise<T>) => {
  let latest: Promise<T> | undefined;
  let freshUntil = 0;
  return () => {
    if (latest && performance.now() < freshUntil) return latest;
    freshUntil = Number.POSITIVE_INFINITY;
    latest = work().finally(() => {
      freshUntil = performance.now() + milliseconds;
    });
    return latest;
  };
};

import type { WebhookFault } from '../webhooks/sender.ts';
import { FAULTS, type FaultKind, type InjectedFault, usualDuration } from './fault.ts';

export const WEBHOOK_FAULTS = ['duplicate', 'late', 'reordered'] as const satisfies readonly WebhookFault[];

/** Faults of requests and deliveries that are drawn at random. */
export interface FaultPlan {
  /** The share of requests that have a fault, from 0 to 1. */
  readonly probability: number;
  /** Faults to draw from; every kind unless it is given. */
  readonly kinds?: readonly FaultKind[];
  /** The share of webhook deliveries that have a fault, from 0 to 1; 0 by default. */
  readonly webhook_probability?: number;
  readonly webhook_kinds?: readonly WebhookFault[];
  /** Another seed draws other faults; the same seed draws the same for the same sequence of requests. */
  readonly seed?: number;
  /** Milliseconds of a slow answer, and until a request without an answer loses its connection. */
  readonly milliseconds?: number;
}

export interface RandomFaults {
  /** Starts to draw faults, or stops when there is no plan. */
  plan(plan: FaultPlan | null): void;
  current(): FaultPlan | null;
  draw(): InjectedFault | undefined;
  drawWebhook(): WebhookFault | undefined;
}

export const openRandomFaults = (): RandomFaults => {
  let current: FaultPlan | null = null;
  let requests = random(1);
  let deliveries = random(1);
  return {
    plan(plan) {
      current = plan;
      requests = random(plan?.seed ?? 1);
      deliveries = random((plan?.seed ?? 1) + 1);
    },
    current: () => current,
    draw() {
      if (!current || requests() >= current.probability) return undefined;
      const kinds = current.kinds ?? FAULTS;
      const kind = kinds[Math.floor(requests() * kinds.length)];
      return kind && { kind, milliseconds: current.milliseconds ?? usualDuration(kind) };
    },
    drawWebhook() {
      if (!current || deliveries() >= (current.webhook_probability ?? 0)) return undefined;
      const kinds = current.webhook_kinds ?? WEBHOOK_FAULTS;
      return kinds[Math.floor(deliveries() * kinds.length)];
    },
  };
};

/** Returns numbers from 0 to 1 that follow from a seed (mulberry32). */
const random = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

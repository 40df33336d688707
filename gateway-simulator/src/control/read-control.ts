import { FAULTS, isFaultKind } from '../faults/fault.ts';
import { type FaultPlan, WEBHOOK_FAULTS } from '../faults/random-faults.ts';
import { invalidRequest } from '../http/api-error.ts';
import type { Trigger } from './trigger.ts';

type Json = { readonly [name: string]: unknown };

/** @throws {ApiError} 400 when the body is no JSON object */
export const readControlBody = (body: string): Json => {
  try {
    const value: unknown = JSON.parse(body || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Answered like any other body that is no object.
  }
  throw invalidRequest('The body is not a JSON object.');
};

const share = (json: Json, name: string): number | undefined => {
  const value = json[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw invalidRequest(`${name} must be a number from 0 to 1.`, { param: name });
};

const whole = (json: Json, name: string): number | undefined => {
  const value = json[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalidRequest(`${name} must be a whole number that is not negative.`, { param: name });
};

const listOf = <T extends string>(json: Json, name: string, choices: readonly T[]): T[] | undefined => {
  const value = json[name];
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.length > 0 && value.every((each) => choices.includes(each))) return value;
  throw invalidRequest(`${name} must be a list of ${choices.join(', ')}.`, { param: name });
};

/** Drops what is undefined, because an optional member may not hold it. */
const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

/** @throws {ApiError} 400 when a value is out of range */
export const readFaultPlan = (json: Json): FaultPlan =>
  defined({
    probability: share(json, 'probability') ?? 0,
    kinds: listOf(json, 'kinds', FAULTS.filter(isFaultKind)),
    webhook_probability: share(json, 'webhook_probability'),
    webhook_kinds: listOf(json, 'webhook_kinds', WEBHOOK_FAULTS),
    seed: whole(json, 'seed'),
    milliseconds: whole(json, 'milliseconds'),
  }) as FaultPlan;

/** Required and optional parameters of each trigger, by type: texts, numbers (`#`) and flags (`?`). */
const TRIGGERS: Record<Trigger['type'], { readonly needs: readonly string[]; readonly may: readonly string[] }> = {
  dispute: { needs: ['charge'], may: ['reason', '#amount', '?inquiry'] },
  dispute_won: { needs: ['dispute'], may: [] },
  dispute_lost: { needs: ['dispute'], may: [] },
  dispute_escalated: { needs: ['dispute'], may: [] },
  refund_failed: { needs: ['refund'], may: [] },
  payout: { needs: [], may: [] },
  payout_failed: { needs: ['payout'], may: [] },
  card_updated: { needs: ['payment_method', '#exp_month', '#exp_year'], may: ['last4'] },
  card_behaviour: { needs: ['payment_method'], may: ['decline_code', 'network_advice_code', 'authentication'] },
  challenge_passed: { needs: ['intent'], may: [] },
  challenge_failed: { needs: ['intent'], may: [] },
};

export const TRIGGER_TYPES = Object.keys(TRIGGERS);

const TYPES = { '#': 'number', '?': 'boolean' } as const;
const AUTHENTICATIONS = ['always', 'required', 'supported'];

/** @throws {ApiError} 400 when a member is missing, unknown or of another type */
export const readTrigger = (json: Json): Trigger => {
  const rule = TRIGGERS[json.type as Trigger['type']];
  if (!rule || !Object.hasOwn(TRIGGERS, String(json.type)))
    throw invalidRequest(`type must be one of ${TRIGGER_TYPES.join(', ')}.`, { param: 'type' });
  const allowed = [...rule.needs, ...rule.may].map(memberOf);
  for (const { name, type } of allowed) {
    const value = json[name];
    const needed = rule.needs.some((each) => memberOf(each).name === name);
    if (value === undefined ? needed : typeof value !== type)
      throw invalidRequest(`${json.type} needs ${name}: a ${type}.`, { param: name });
  }
  const unknown = Object.keys(json).find((name) => name !== 'type' && !allowed.some((each) => each.name === name));
  if (unknown !== undefined) throw invalidRequest(`${json.type} does not take ${unknown}.`, { param: unknown });
  if (json.authentication !== undefined && !AUTHENTICATIONS.includes(String(json.authentication)))
    throw invalidRequest(`authentication must be one of ${AUTHENTICATIONS.join(', ')}.`, { param: 'authentication' });
  return json as unknown as Trigger;
};

const memberOf = (text: string): { name: string; type: string } => {
  const type = TYPES[text[0] as keyof typeof TYPES];
  return { name: type ? text.slice(1) : text, type: type ?? 'string' };
};

/** Milliseconds by which to advance the clock: `advance` or `to`, in seconds. */
export const readAdvance = (json: Json, now: number): number => {
  const advance = whole(json, 'advance');
  const to = whole(json, 'to');
  if ((advance === undefined) === (to === undefined))
    throw invalidRequest('Send either advance, in seconds, or to, in seconds since 1970.');
  const milliseconds = advance === undefined ? to! * 1000 - now : advance * 1000;
  if (milliseconds < 0) throw invalidRequest('The clock only moves forward.', { param: 'to' });
  return milliseconds;
};

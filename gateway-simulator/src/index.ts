export type { Trigger } from './control/trigger.ts';
export { FAULTS, type FaultKind, type InjectedFault } from './faults/fault.ts';
export type { FaultPlan } from './faults/random-faults.ts';
export type { RequestRecord } from './http/traffic.ts';
export { type Simulator, type SimulatorOptions, startSimulator, type Webhook } from './simulator.ts';
export type { WebhookFault } from './webhooks/sender.ts';
export { signatureOf } from './webhooks/signature.ts';
export type { MoneyMovement, MovementKind } from './world/money-log.ts';
export type { Delays } from './world/world.ts';

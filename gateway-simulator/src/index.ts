export { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts';
export type { Movement, MovementKind } from './world/money-log.ts';
export type { Delays } from './world/world.ts';

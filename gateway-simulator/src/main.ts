#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startSimulator } from './simulator.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '12111' } } });
const simulator = await startSimulator({ port: Number(values.port) });
console.log(`The gateway simulator listens on ${simulator.url}.`);

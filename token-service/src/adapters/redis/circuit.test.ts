import { expect, onTestFinished, test } from 'vitest';
import { type Circuit, type CircuitOptions, openCircuit } from './circuit.ts';

const open = (options: Partial<CircuitOptions>): Circuit => {
  const circuit = openCircuit({ isOutage: () => true, rest: 100_000, ...options });
  onTestFinished(() => circuit.close());
  return circuit;
};
const fails = () => Promise.reject(new Error('down'));
const works = async () => 'up';

test('a circuit opens after consecutive failures only, however many calls there are', async () => {
  const circuit = open({ failures: 3 });
  const two = async () => {
    for (const _ of [1, 2]) await expect(circuit.run(fails)).rejects.toThrow('down');
  };
  for (let times = 0; times < 10; times++) {
    await two();
    expect(await circuit.run(works)).toBe('up');
  }
  await two();
  await expect(circuit.run(fails)).rejects.toThrow('down');
  await expect(circuit.run(works)).rejects.toThrow('Breaker is open');
});

test('an error that is no outage is passed on and never opens it', async () => {
  const circuit = open({ isOutage: () => false, failures: 1 });
  await expect(circuit.run(fails)).rejects.toThrow('down');
  expect(await circuit.run(works)).toBe('up');
});

test('calls beyond its capacity are refused instead of waiting', async () => {
  const circuit = open({ capacity: 2 });
  const answer = Promise.withResolvers<string>();
  const waiting = [circuit.run(() => answer.promise), circuit.run(() => answer.promise)];
  await expect(circuit.run(works)).rejects.toThrow('Semaphore locked');
  answer.resolve('late');
  expect(await Promise.all(waiting)).toEqual(['late', 'late']);
  expect(await circuit.run(works)).toBe('up');
});

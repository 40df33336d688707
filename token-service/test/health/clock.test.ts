import { expect, it } from 'vitest';
import { onPostgres } from '../stories/engines.ts';
import { untilHealth } from './ask.ts';
import { samples } from './scrape.ts';

onPostgres('a machine whose clock is an hour ahead of the database server', (service) => {
  it('is named by health, metrics and log until the clock is right', async () => {
    const { clock, apiUrl, logged } = service();
    await untilHealth(apiUrl, 'ok');
    clock.jump({ hours: 1 });
    expect((await untilHealth(apiUrl, 'degraded')).body).toMatchObject({
      degraded: ['clock'],
      reasons: { clock: 'The clock of this machine and that of database are 60 minutes apart.' },
    });
    expect(await samples(apiUrl, 'billing_health')).toMatchObject({ 'part="clock"': 0, 'part="serving"': 1 });
    const changes = logged.filter((line) => line.includes('health has changed')).map((line) => JSON.parse(line));
    expect(changes.at(-1)).toMatchObject({ level: 40, degraded: ['clock'] });
    clock.jump({ hours: -1 });
    await untilHealth(apiUrl, 'ok');
  });
});

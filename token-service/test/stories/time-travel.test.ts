import { expect, it } from 'vitest';
import { findings, fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('the clock of a sandbox site', (service) => {
  const clock = () => service().api('GET', '/v2/sandbox/clock');
  const travel = (inner: string) => service().api('PUT', '/v2/sandbox/clock', `<clock>${inner}</clock>`);

  it('shows the system time until it is moved, then dates records by the moved time', async () => {
    expect(textOf((await clock()).xml, 'now')).toBe('2026-11-20T12:00:00Z');
    const moved = await travel('<now>2027-02-01T09:30:00Z</now>');
    expect(moved.status, moved.text).toBe(200);
    expect(textOf((await clock()).xml, 'now')).toBe('2027-02-01T09:30:00Z');
    await travel('<advance_in_seconds>3600</advance_in_seconds>');

    const opened = await service().api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${fresh('later')}</account_code></account>`,
    );
    expect(textOf(opened.xml, 'created_at')).toBe('2027-02-01T10:30:00Z');
  });

  it('cannot move back once there are records, nor be moved two ways at once', async () => {
    const back = await travel('<now>2026-01-01</now>');
    expect(back.status).toBe(412);
    expect(findings((await travel('<now>2028-01-01</now><advance_in_seconds>1</advance_in_seconds>')).xml)).toEqual([
      'clock.advance_in_seconds present',
    ]);
    expect(findings((await travel('')).xml)).toEqual(['clock.now blank']);
    expect(findings((await travel('<now>soon</now>')).xml)).toEqual(['clock.now invalid']);
  });

  it('does not affect tokens, which use the system clock', async () => {
    const token = await service().token();
    await travel('<advance_in_seconds>86400</advance_in_seconds>');
    const code = fresh('traveller');
    const opened = await service().api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code><billing_info><token_id>${token}</token_id></billing_info></account>`,
    );
    expect(opened.status, opened.text).toBe(201);
  });
});

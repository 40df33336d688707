import { afterAll, beforeAll, expect, it } from 'vitest';
import { fresh, textOf } from '../service.ts';
import { onBothEngines } from '../stories/engines.ts';
import { hook, WITH_SECRETS } from './hooked.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const LATER_DECLINED = '4000000000000341';

/** The events that a receiver is sent for each operation, in this order. */
onBothEngines(
  'a receiver of webhooks',
  (service) => {
    let receiver: Receiver;
    beforeAll(async () => {
      receiver = await openReceiver();
      await hook(service(), receiver.url);
    });
    afterAll(() => receiver?.close());

    const idle = () => service().service.webhooks?.idle();
    const sent = async (operation: () => Promise<unknown>) => {
      await idle();
      receiver.received.length = 0;
      await operation();
      await idle();
      return receiver.received.map(({ type }) => type);
    };
    const request = async (method: string, path: string, body?: string, status?: number) => {
      const response = await service().api(method, path, body);
      if (status) expect(response.status, response.text).toBe(status);
      else expect(response.status, response.text).toBeLessThan(300);
      return response;
    };
    const purchase = async (code: string, items: string, number = '4111111111111111', status?: number) =>
      request(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${code}</account_code><billing_info><token_id>${await service().token({ number })}</token_id></billing_info></account><currency>USD</currency>${items}</purchase>`,
        status,
      );
    const plan = (plan_code: string, more = '') =>
      `<subscriptions><subscription><plan_code>${plan_code}</plan_code></subscription></subscriptions>${more}`;
    const subscriptionOf = async (code: string) =>
      textOf((await service().api('GET', `/v2/accounts/${code}/subscriptions`)).xml?.children[0], 'uuid');
    const advance = async (days: number) => {
      await request(
        'PUT',
        '/v2/sandbox/clock',
        `<clock><advance_in_seconds>${days * 86_400}</advance_in_seconds></clock>`,
      );
      await service().dueWork();
    };

    it('gets a purchase by a new account as customer, subscription, invoice and payment', async () => {
      expect(await sent(() => purchase(fresh('buyer'), plan('tideline')))).toEqual([
        'new_account',
        'billing_info_updated',
        'new_subscription',
        'new_charge_invoice',
        'successful_payment',
        'paid_charge_invoice',
      ]);
    });

    it('gets a declined purchase as the failed payment only', async () => {
      const code = fresh('declined');
      expect(await sent(() => purchase(code, plan('tideline'), '4000000000000002', 422))).toEqual(['failed_payment']);
      expect(receiver.received[0]?.body).toContain(`<account_code>${code}</account_code>`);
    });

    it('gets a trial without a payment', async () => {
      expect(await sent(() => purchase(fresh('trial'), plan('tideline-trial')))).toEqual([
        'new_account',
        'billing_info_updated',
        'new_subscription',
        'new_charge_invoice',
        'paid_charge_invoice',
      ]);
    });

    it('gets an upgrade, the termination with a full refund and the closed account', async () => {
      const code = fresh('upgrading');
      await purchase(code, plan('tideline'));
      const uuid = await subscriptionOf(code);
      await advance(3);
      const upgrade = '<subscription><timeframe>now</timeframe><plan_code>tideline-yearly</plan_code></subscription>';
      const upgraded = await sent(() => request('PUT', `/v2/subscriptions/${uuid}`, upgrade));
      expect(upgraded).toEqual([
        'updated_subscription',
        'new_credit_invoice',
        'new_charge_invoice',
        'new_credit_payment',
        'closed_credit_invoice',
        'successful_payment',
        'paid_charge_invoice',
      ]);

      const other = fresh('ending');
      await purchase(other, plan('tideline'));
      const ending = await subscriptionOf(other);
      const ended = await sent(() => request('PUT', `/v2/subscriptions/${ending}/terminate?refund=full`));
      expect(ended[0]).toBe('expired_subscription');
      expect(ended.filter((type) => type !== 'new_credit_payment')).toEqual([
        'expired_subscription',
        'new_credit_invoice',
        'void_payment',
        'closed_credit_invoice',
      ]);
      expect(await sent(() => request('DELETE', `/v2/accounts/${code}`))).toEqual([
        'canceled_subscription',
        'canceled_account',
      ]);
    });

    it('gets a gift card redeemed in a purchase, its credit, and what is left of it', async () => {
      const items = plan('tideline', '<gift_card><redemption_code>DEMOGIFTUSD00100</redemption_code></gift_card>');
      const types = await sent(() => purchase(fresh('gifted'), items));
      expect(types.slice(types.indexOf('redeemed_gift_card'))).toEqual([
        'redeemed_gift_card',
        'new_credit_invoice',
        'open_credit_invoice',
        'new_subscription',
        'new_charge_invoice',
        'new_credit_payment',
        'updated_balance_gift_card',
        'paid_charge_invoice',
      ]);
      const balance = receiver.received.find(({ type }) => type === 'updated_balance_gift_card');
      // 100.00 less the first month of 19.99 and its setup fee of 5.00.
      expect(balance?.body).toContain('<balance_in_cents type="integer">7501</balance_in_cents>');
    });

    it('gets a renewal that is paid, one that is declined, and the end of its dunning', async () => {
      const [paid, declined] = [fresh('renewing'), fresh('failing')];
      await purchase(paid, plan('tideline'));
      const renewals = await sent(() => advance(31));
      const of = (code: string) =>
        receiver.received.filter(({ body }) => body.includes(`<account_code>${code}<`)).map(({ type }) => type);
      expect(renewals.length).toBeGreaterThan(0);
      expect(of(paid)).toEqual([
        'renewed_subscription',
        'new_charge_invoice',
        'successful_payment',
        'paid_charge_invoice',
      ]);

      // The first period is a free trial, so the card is charged at the first renewal.
      await purchase(declined, plan('tideline-trial'), LATER_DECLINED);
      await sent(() => advance(8));
      const first = of(declined);
      expect(first.slice(0, 2)).toEqual(['renewed_subscription', 'new_charge_invoice']);
      expect(first.slice(-3)).toEqual(['failed_payment', 'past_due_charge_invoice', 'new_dunning_event']);
      await sent(() => advance(40));
      const last = of(declined);
      expect(last.slice(last.lastIndexOf('new_dunning_event'))).toEqual([
        'new_dunning_event',
        'failed_charge_invoice',
        'new_credit_invoice',
        'new_credit_payment',
        'closed_credit_invoice',
        'expired_subscription',
      ]);
      const final = receiver.received.findLast(
        ({ type, body }) => type === 'new_dunning_event' && body.includes(declined),
      );
      expect(final?.body).toContain('<final_dunning_event type="boolean">true</final_dunning_event>');
    });

    it('numbers deliveries without gaps', async () => {
      await idle();
      const numbers = receiver.received.map(({ headers }) => Number(headers['x-notification-sequence']));
      const sorted = numbers.toSorted((a, b) => a - b);
      expect(sorted).toEqual(sorted.map((_, index) => (sorted[0] ?? 0) + index));
    });
  },
  { env: WITH_SECRETS },
);

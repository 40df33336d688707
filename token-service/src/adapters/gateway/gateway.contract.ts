import type { GatewayNotification } from '@service/billing/domain/payments/gateway-notification.ts';
import type { PaymentResult, Settlement } from '@service/billing/domain/payments/gateway-result.ts';
import type { ListedOperation, OperationPage } from '@service/billing/domain/payments/listed-operation.ts';
import type {
  FollowUpRequest,
  IncomingNotification,
  ListRequest,
  PaymentRequest,
  VerifyRequest,
} from '@service/billing/ports/gateway.ts';
import type { Presented } from '@service/billing/ports/vault.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { BANK_DEBIT_TYPES, type BankDebit, debitCurrency } from '@service/billing/values/bank/debits.ts';
import { Secret } from '@service/billing/values/secret.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { describe, expect, test } from 'vitest';
import type { Gateway } from './gateway.ts';

/** Payment methods by their behaviour in an adapter's sandbox. */
export type Behaviour =
  | 'succeeds'
  | 'is declined'
  | 'is declined for good'
  | 'is not answered'
  | 'is challenged'
  | 'settles later';

/** The parts that an adapter provides to the contract suite. */
export interface GatewayGround {
  readonly gateway: Gateway;
  readonly site: Site;
  /** A currency that cards and bank accounts are accepted in. */
  readonly currency: string;
  /** A moment at the start of a settlement day. */
  readonly at: Seconds;
  /** Seconds until a card payment has settled. */
  readonly cardSettles: Seconds;
  /** Seconds until a payment that settles later has settled. */
  readonly bankSettles: Seconds;
  present(behaviour: Behaviour): Presented;
  /** Presents an account whose debits settle. */
  debit(type: BankDebit): Presented;
  /** Returns the token of a Visa card, whose payments succeed, that the gateway holds for a customer. */
  vaulted(): Promise<{ readonly token: string; readonly customer: string }>;
  /** Lets time pass at a provider that does not go by the time of requests. */
  pass?(seconds: Seconds): Promise<void>;
  /** Returns a signed message of each kind that the gateway sends, and what it means. */
  messages(): readonly (Pick<IncomingNotification, 'headers' | 'body'> & { readonly means: GatewayNotification })[];
  /** Confirms a challenge, as the customer does at the bank's page. */
  confirm(action_token: string): Promise<void>;
  refuse(action_token: string): Promise<void>;
}

const reason = (result: PaymentResult): string => ('error_code' in result ? result.error_code : result.outcome);

/** Abilities that only a simulator has, and no provider's own sandbox. */
type Ability = 'lets time pass' | 'shows the page of a bank' | 'loses answers';

/**
 * The contract of every gateway adapter, whatever the provider.
 *
 * @param lacks abilities of the ground; tests that need them are skipped
 */
export const gatewayContract = (name: string, open: () => GatewayGround, lacks: readonly Ability[] = []): void => {
  const needing = (ability: Ability) => test.skipIf(lacks.includes(ability));
  const setUp = () => {
    const ground = open();
    const { gateway, site, currency, at } = ground;
    let keys = 0;
    const request = (more: Partial<VerifyRequest> = {}): Omit<VerifyRequest, 'method'> => ({
      site,
      gateway_code: 'contract',
      key: `key-${++keys}`,
      at,
      correlation: 'contract',
      currency,
      billing_address: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        name_on_account: null,
        address1: '12 St James’s Square',
        address2: null,
        city: 'London',
        state: null,
        zip: 'SW1Y 4JH',
        country: 'GB',
        phone: null,
      },
      network_preference: null,
      email: 'ada@example.com',
      ip_address: '192.0.2.1',
      initiator: 'customer',
      network_transaction_id: null,
      descriptor: 'Example',
      confirmed_action: null,
      return_url: 'http://127.0.0.1:3001/js/v1/three_d_secure/return',
      ...more,
    });
    const pay = (behaviour: Behaviour, amount_in_cents = 1000, more: Partial<PaymentRequest> = {}): PaymentRequest => ({
      merchant_reason_code: null,
      ...request(more),
      method: more.method ?? { presented: ground.present(behaviour) },
      amount_in_cents,
    });
    const about = (result: PaymentResult, amount_in_cents = 1000, more: Partial<FollowUpRequest> = {}) => {
      const { site, gateway_code, key, at, correlation, currency } = request();
      const reference = result.reference ?? '';
      return { site, gateway_code, key, at, correlation, currency, reference, amount_in_cents, ...more };
    };
    const find = (by: { readonly key: string } | { readonly reference: string }, when = at) =>
      gateway.lookup({ site, gateway_code: 'contract', at: when, correlation: 'contract', ...by });
    const settlement = async ({ reference }: PaymentResult, when: Seconds): Promise<Settlement | null | undefined> => {
      await ground.pass?.(when - at);
      const found = await find({ reference: reference ?? '' }, when);
      return found.outcome === 'found' ? found.settlement : undefined;
    };
    const listed = async (more: Partial<ListRequest> = {}): Promise<ListedOperation[]> => {
      const operations: ListedOperation[] = [];
      let after: string | null = null;
      do {
        const from = { site, gateway_code: 'contract', at, correlation: 'contract', since: at, ...more, after };
        const page: OperationPage = await gateway.list(from);
        if (page.outcome === 'unknown') throw new Error(page.reason);
        operations.push(...page.operations);
        after = page.next;
      } while (after !== null);
      return operations;
    };
    const state = (action_token: string) =>
      gateway.challenge({ site, gateway_code: 'contract', at, correlation: 'contract', action_token });
    const challenged = async (action: 'purchase' | 'authorize' = 'purchase', amount_in_cents = 1000) => {
      const required = await gateway[action](pay('is challenged', amount_in_cents));
      if (required.outcome !== 'action_required') throw new Error(`Expected a challenge, got ${reason(required)}.`);
      const { action_token, method_reference } = required;
      /** The request that completes the operation. */
      const confirmed = (amount = amount_in_cents, more: Partial<PaymentRequest> = {}): PaymentRequest => ({
        ...pay('is challenged', amount, { method: { reference: method_reference }, ...more }),
        confirmed_action: action_token,
      });
      return { required, action_token, method_reference, confirmed };
    };
    return { ...ground, request, pay, about, find, listed, settlement, state, challenged };
  };

  describe(`the ${name} gateway`, () => {
    describe('verifies', () => {
      test('a payment method, which later payments use by its reference', async () => {
        const { gateway, request, present, pay } = setUp();
        const verified = await gateway.verify({ ...request(), method: { presented: present('succeeds') } });
        expect(verified).toMatchObject({ outcome: 'succeeded', reference: expect.any(String) });
        const { method_reference, network_transaction_id } = verified as Extract<
          typeof verified,
          { outcome: 'succeeded' }
        >;
        // A provider that names the agreement to the network by itself does not tell its id.
        const named = network_transaction_id === null ? {} : { network_transaction_id };
        const method = { reference: method_reference };
        const renewal = pay('succeeds', 500, { method, initiator: 'merchant', network_transaction_id });
        expect(await gateway.purchase(renewal)).toMatchObject({
          outcome: 'succeeded',
          amount_in_cents: 500,
          method_reference,
          ...named,
        });
      });

      test('and declines with code and category', async () => {
        const { gateway, request, present } = setUp();
        const declined = await gateway.verify({ ...request(), method: { presented: present('is declined') } });
        expect(declined).toMatchObject({ outcome: 'declined', error_code: 'declined', error_category: 'soft' });
      });

      test('an unknown reference: declined', async () => {
        const { gateway, request } = setUp();
        const declined = await gateway.verify({ ...request(), method: { reference: 'never-given' } });
        expect(declined).toMatchObject({ outcome: 'declined', error_code: 'gateway_token_not_found' });
      });
    });

    describe('takes payments', () => {
      test('at once', async () => {
        const { gateway, pay } = setUp();
        const result = await gateway.purchase(pay('succeeds', 1999));
        expect(result).toMatchObject({ outcome: 'succeeded', amount_in_cents: 1999, reference: expect.any(String) });
      });

      test('in two steps: an authorization is captured once, up to its amount', async () => {
        const { gateway, pay, about } = setUp();
        const held = await gateway.authorize(pay('succeeds', 4000));
        expect(reason(held)).toBe('succeeded');
        expect(reason(await gateway.refund(about(held, 4000)))).toBe('total_credit_exceeds_capture');
        expect(reason(await gateway.capture(about(held, 4001)))).toBe('authorization_amount_depleted');
        expect(reason(await gateway.capture(about(held, 4000)))).toBe('succeeded');
        expect(reason(await gateway.capture(about(held, 4000)))).toBe('authorization_already_captured');
        expect(reason(await gateway.refund(about(held, 4000)))).toBe('succeeded');
      });

      test('and passes on the advice of the card network', async () => {
        const { gateway, pay } = setUp();
        const result = await gateway.purchase(pay('is declined for good'));
        expect(result).toMatchObject({ outcome: 'declined', network_advice: 'do_not_retry' });
      });

      test('only after the customer confirms a challenge', async () => {
        const { gateway, pay, about, find } = setUp();
        const request = pay('is challenged');
        const result = await gateway.purchase(request);
        expect(result).toMatchObject({
          outcome: 'action_required',
          error_code: 'three_d_secure_action_required',
          action_token: expect.stringMatching(/.{16}/),
        });
        expect(reason(await gateway.refund(about(result, 1)))).toBe('transaction_not_found');
        expect(await find({ key: request.key })).toMatchObject({ outcome: 'found', result });
      });
    });

    describe('completes a challenged payment', () => {
      needing('shows the page of a bank')(
        'once the customer has confirmed it at the page of the bank, and only once',
        async () => {
          const { gateway, challenged, state, confirm, about } = setUp();
          const { action_token, confirmed, method_reference } = await challenged('purchase', 1999);
          expect(await state(action_token)).toEqual({ state: 'waiting', url: expect.stringMatching(/^https?:/) });
          await confirm(action_token);
          expect(await state(action_token)).toEqual({ state: 'confirmed' });
          const request = confirmed();
          const result = await gateway.purchase(request);
          expect(result).toMatchObject({ outcome: 'succeeded', amount_in_cents: 1999, method_reference });
          expect(result).toMatchObject({
            three_d_secure: {
              result: 'authenticated',
              flow: 'challenge',
              version: '2.2.0',
              eci: '05',
              exemption: null,
            },
          });
          expect(await gateway.purchase(request)).toEqual(result);
          expect(reason(await gateway.purchase(confirmed()))).not.toBe('succeeded');
          expect(reason(await gateway.refund(about(result, 2000)))).toBe('total_credit_exceeds_capture');
          expect(reason(await gateway.refund(about(result, 1999)))).toBe('succeeded');
        },
      );

      needing('shows the page of a bank')('as an authorization, which is captured later', async () => {
        const { gateway, challenged, confirm, about } = setUp();
        const { action_token, confirmed } = await challenged('authorize');
        await confirm(action_token);
        const held = await gateway.authorize(confirmed());
        expect(reason(held)).toBe('succeeded');
        expect(reason(await gateway.capture(about(held)))).toBe('succeeded');
      });

      test('but not before the customer decides', async () => {
        const { gateway, challenged, find } = setUp();
        const { confirmed } = await challenged();
        const request = confirmed();
        expect(['declined', 'action_required']).toContain((await gateway.purchase(request)).outcome);
        expect(await find({ key: request.key })).not.toMatchObject({ result: { outcome: 'succeeded' } });
      });

      needing('shows the page of a bank')('but not after the customer refused', async () => {
        const { gateway, challenged, state, refuse } = setUp();
        const { action_token, confirmed } = await challenged();
        await refuse(action_token);
        expect(await state(action_token)).toMatchObject({ state: 'failed', error_code: expect.any(String) });
        expect((await gateway.purchase(confirmed())).outcome).toBe('declined');
      });

      needing('shows the page of a bank')('for exactly the amount that was confirmed', async () => {
        const { gateway, challenged, confirm } = setUp();
        const { action_token, confirmed } = await challenged('purchase', 1000);
        await confirm(action_token);
        for (const amount of [999, 1001]) {
          const declined = await gateway.purchase(confirmed(amount));
          expect(declined).toMatchObject({ error_code: 'three_d_secure_action_result_token_mismatch' });
        }
      });

      needing('shows the page of a bank')('unless it was voided while it waited', async () => {
        const { gateway, challenged, state, confirm, about } = setUp();
        const { action_token, confirmed, required } = await challenged();
        expect(reason(await gateway.void(about(required)))).toBe('succeeded');
        await confirm(action_token);
        expect(await state(action_token)).toMatchObject({ state: 'failed' });
        expect((await gateway.purchase(confirmed())).outcome).toBe('declined');
      });

      needing('shows the page of a bank')(
        'and verifies a challenged payment method, with which the merchant takes later payments',
        async () => {
          const { gateway, request, present, confirm, pay } = setUp();
          const required = await gateway.verify({ ...request(), method: { presented: present('is challenged') } });
          expect(required).toMatchObject({ outcome: 'action_required', amount_in_cents: 0 });
          if (required.outcome !== 'action_required') return;
          const { action_token: confirmed_action, method_reference } = required;
          await confirm(confirmed_action);
          const method = { reference: method_reference };
          const stored = await gateway.verify({ ...request(), method, confirmed_action });
          expect(stored).toMatchObject({ outcome: 'succeeded', method_reference });
          const { network_transaction_id } = stored as Extract<
            PaymentResult,
            { network_transaction_id: string | null }
          >;
          const renewal = pay('is challenged', 500, { method, initiator: 'merchant', network_transaction_id });
          expect(reason(await gateway.purchase(renewal))).toBe('succeeded');
        },
      );

      test('of its own site: an unknown challenge has an unknown state', async () => {
        const { gateway, challenged, site, at, state } = setUp();
        const { action_token } = await challenged();
        const other = {
          site: { ...site, id: `${site.id}-other` },
          at,
          gateway_code: 'contract',
          correlation: 'contract',
        };
        expect(await gateway.challenge({ ...other, action_token })).toEqual({ state: 'unknown' });
        expect(await state('never-given')).toEqual({ state: 'unknown' });
      });
    });

    describe('voids', () => {
      test('an authorization, which can no longer be captured', async () => {
        const { gateway, pay, about } = setUp();
        const held = await gateway.authorize(pay('succeeds'));
        expect(reason(await gateway.void(about(held)))).toBe('succeeded');
        expect(reason(await gateway.capture(about(held)))).toBe('authorization_expired');
        expect(reason(await gateway.void(about(held)))).toBe('transaction_already_voided');
      });

      test('a payment until it has settled; afterwards it is refunded', async () => {
        const { gateway, pay, about, at, cardSettles } = setUp();
        const fresh = await gateway.purchase(pay('succeeds'));
        expect(reason(await gateway.void(about(fresh, 1000, { at: at + cardSettles - 1 })))).toBe('succeeded');
        const settled = await gateway.purchase(pay('succeeds'));
        const later = { at: at + cardSettles };
        expect(reason(await gateway.void(about(settled, 1000, later)))).toBe('transaction_settled');
        expect(reason(await gateway.refund(about(settled, 1000, later)))).toBe('succeeded');
      });
    });

    describe('refunds', () => {
      test('in parts, and never more than was taken', async () => {
        const { gateway, pay, about } = setUp();
        const taken = await gateway.purchase(pay('succeeds', 1000));
        expect(reason(await gateway.refund(about(taken, 600)))).toBe('succeeded');
        expect(reason(await gateway.refund(about(taken, 401)))).toBe('total_credit_exceeds_capture');
        expect(reason(await gateway.void(about(taken, 1000)))).toBe('transaction_already_refunded');
        expect(reason(await gateway.refund(about(taken, 400)))).toBe('succeeded');
        expect(reason(await gateway.refund(about(taken, 1)))).toBe('total_credit_exceeds_capture');
      });

      test('nothing of a payment that was voided or is unknown', async () => {
        const { gateway, pay, about } = setUp();
        const taken = await gateway.purchase(pay('succeeds'));
        await gateway.void(about(taken));
        expect(reason(await gateway.refund(about(taken)))).toBe('transaction_already_voided');
        expect(reason(await gateway.refund(about(taken, 1, { reference: 'unknown' })))).toBe('transaction_not_found');
      });
    });

    describe('treats a key', () => {
      test('that is repeated as the same request: the same result, and no money twice', async () => {
        const { gateway, pay, about } = setUp();
        const request = pay('succeeds', 1000);
        const first = await gateway.purchase(request);
        const again = pay('succeeds', 1000, { key: request.key });
        expect(await gateway.purchase(again)).toEqual(first);
        const refund = about(first, 600);
        const refunded = await gateway.refund(refund);
        expect(await gateway.refund(refund)).toEqual(refunded);
        expect(reason(await gateway.refund(about(first, 400)))).toBe('succeeded');
      });

      test('that two requests use at once as one', async () => {
        const { gateway, pay, about } = setUp();
        const { key } = pay('succeeds');
        const results = await Promise.all([1, 2, 3].map(() => gateway.purchase(pay('succeeds', 1000, { key }))));
        expect(new Set(results.map(({ reference }) => reference)).size).toBe(1);
        expect(reason(await gateway.refund(about(results[0] as PaymentResult, 1001)))).toBe(
          'total_credit_exceeds_capture',
        );
      });

      test('with another amount, currency or operation as a mistake, and moves nothing', async () => {
        const { gateway, pay, about, find } = setUp();
        const request = pay('succeeds', 1000);
        const taken = await gateway.purchase(request);
        const { key } = request;
        expect(reason(await gateway.purchase(pay('succeeds', 999, { key })))).toBe('api_error');
        expect(reason(await gateway.authorize(pay('succeeds', 1000, { key })))).toBe('api_error');
        expect(reason(await gateway.refund(about(taken, 1000, { key })))).toBe('api_error');
        expect(await find({ key })).toMatchObject({ outcome: 'found', result: taken });
      });

      test('as that of its site', async () => {
        const { gateway, pay, site, find } = setUp();
        const request = pay('succeeds');
        await gateway.purchase(request);
        const other = { ...site, id: `${site.id}-other` };
        const neighbour = await gateway.purchase(pay('is declined', 1000, { key: request.key, site: other }));
        expect(reason(neighbour)).toBe('declined');
        expect(await find({ key: request.key })).toMatchObject({ result: { outcome: 'succeeded' } });
      });
    });

    describe('looks up', () => {
      test('by key and by reference', async () => {
        const { gateway, pay, find, currency } = setUp();
        const request = pay('succeeds', 1234);
        const result = await gateway.purchase(request);
        const found = { outcome: 'found', result, currency, settlement: null };
        expect(await find({ key: request.key })).toEqual(found);
        expect(await find({ reference: result.reference ?? '' })).toEqual(found);
      });

      test('an operation that it never received: not found', async () => {
        const { find } = setUp();
        expect(await find({ key: 'never-sent' })).toEqual({ outcome: 'not_found' });
        expect(await find({ reference: 'never-given' })).toEqual({ outcome: 'not_found' });
      });

      needing('loses answers')('an operation without a response: its outcome, so that it can be reversed', async () => {
        const { gateway, pay, find, about } = setUp();
        const request = pay('is not answered', 1000);
        const result = await gateway.purchase(request);
        expect(result).toMatchObject({ outcome: 'unknown', reference: null });
        const again = await gateway.purchase(pay('is not answered', 1000, { key: request.key }));
        expect(['unknown', 'succeeded']).toContain(again.outcome);
        const found = await find({ key: request.key });
        expect(found).toMatchObject({ outcome: 'found', result: { outcome: 'succeeded', amount_in_cents: 1000 } });
        if (found.outcome !== 'found') return;
        expect(reason(await gateway.void(about(found.result)))).toBe('succeeded');
      });

      test('a decline', async () => {
        const { gateway, pay, find } = setUp();
        const request = pay('is declined');
        const result = await gateway.purchase(request);
        expect(await find({ key: request.key })).toMatchObject({ outcome: 'found', result });
      });
    });

    describe('finds a payment method that it holds', () => {
      const setUpVault = async () => {
        const ground = setUp();
        const { gateway, site, at, vaulted } = ground;
        const held = await vaulted();
        const findMethod = (token: string, customer: string | null = null) =>
          gateway.findMethod({
            site,
            gateway_code: 'contract',
            at,
            correlation: 'contract',
            token: new Secret(token),
            customer,
          });
        return { ...ground, ...held, findMethod };
      };

      test('by its token: a card without its number, which can be charged', async () => {
        const { gateway, token, customer, findMethod, pay } = await setUpVault();
        const found = await findMethod(token);
        if (found.outcome !== 'found') throw new Error(`Expected a method, got ${found.outcome}.`);
        expect(found.description).toMatchObject({ type: 'credit_card', card_type: 'Visa', brand: 'visa' });
        expect(found.description).toHaveProperty('last_four', expect.stringMatching(/^\d{4}$/));
        expect(await findMethod(token, customer)).toEqual(found);
        const { reference } = found;
        const renewal = pay('succeeds', 1500, { method: { reference }, initiator: 'merchant' });
        expect(await gateway.purchase(renewal)).toMatchObject({ outcome: 'succeeded', method_reference: reference });
      });

      test('unless it belongs to another customer than the one that is named', async () => {
        const { token, findMethod } = await setUpVault();
        expect(await findMethod(token, 'cus_another')).toEqual({ outcome: 'of_another_customer' });
      });

      test.each(['', 'pm_unknown', 'cus_unknown', 'pm_1/../../customers', 'test-token-unknown', '4111111111111111'])(
        'and none by %j, which is no token of it',
        async (token) => {
          const { findMethod } = await setUpVault();
          expect(await findMethod(token)).toEqual({ outcome: 'not_found' });
        },
      );
    });

    describe('lists what it has of a site', () => {
      test('payments and refunds that moved or hold money, with their keys; no declines', async () => {
        const { gateway, pay, about, listed, at } = setUp();
        const [sale, hold, decline] = [pay('succeeds', 1000), pay('succeeds', 4000), pay('is declined')];
        const taken = await gateway.purchase(sale);
        const held = await gateway.authorize(hold);
        await gateway.purchase(decline);
        const refund = about(taken, 300);
        const refunded = await gateway.refund(refund);

        const found = await listed();
        expect(found).toHaveLength(3);
        const common = { currency: 'USD', at, payment: null, returned_in_cents: 0 };
        expect(found).toEqual(
          expect.arrayContaining([
            { ...common, kind: 'payment', state: 'taken', key: sale.key, result: taken, returned_in_cents: 300 },
            { ...common, kind: 'payment', state: 'authorized', key: hold.key, result: held },
            { ...common, kind: 'refund', state: 'taken', key: refund.key, result: refunded, payment: taken.reference },
          ]),
        );
      });

      test('a captured authorization as taken, a voided payment as returned, a released authorization not at all', async () => {
        const { gateway, pay, about, listed } = setUp();
        const captured = await gateway.authorize(pay('succeeds', 4000));
        await gateway.capture(about(captured, 4000));
        const released = await gateway.authorize(pay('succeeds'));
        await gateway.void(about(released));
        const voided = await gateway.purchase(pay('succeeds'));
        await gateway.void(about(voided));

        const found = await listed();
        const of = (kind: string) =>
          found
            .filter((each) => each.kind === kind)
            .map(({ state, payment, result, returned_in_cents }) => [
              state,
              payment ?? result.reference,
              result.amount_in_cents,
              returned_in_cents,
            ]);
        expect(of('payment')).toHaveLength(2);
        expect(of('payment')).toEqual(
          expect.arrayContaining([
            ['taken', captured.reference, 4000, 0],
            ['taken', voided.reference, 1000, 1000],
          ]),
        );
        expect(of('refund')).toEqual([['taken', voided.reference, 1000, 0]]);
      });

      test('an authorization that was captured since, at the time of its capture', async () => {
        const { gateway, pay, about, listed, at } = setUp();
        const held = await gateway.authorize(pay('succeeds', 4000));
        await gateway.capture(about(held, 4000, { at: at + 3600 }));
        expect(await listed({ since: at + 1800, at: at + 3600 })).toMatchObject([{ state: 'taken', at: at + 3600 }]);
      });

      needing('lets time pass')('a debit as settling until its bank has settled it', async () => {
        const { gateway, pay, listed, pass, at, bankSettles } = setUp();
        await gateway.purchase(pay('settles later', 5000));
        expect(await listed()).toMatchObject([{ state: 'settling', result: { amount_in_cents: 5000 } }]);
        await pass?.(bankSettles);
        expect(await listed({ at: at + bankSettles })).toMatchObject([{ state: 'taken' }]);
      });

      test('nothing of another site, and nothing from before the moment', async () => {
        const { gateway, pay, listed, site, at } = setUp();
        await gateway.purchase(pay('succeeds'));
        expect(await listed({ site: { ...site, id: `${site.id}-other` } })).toEqual([]);
        expect(await listed({ since: at + 1 })).toEqual([]);
      });

      needing('lets time pass')('page by page, each once', async () => {
        const { gateway, pay, listed } = setUp();
        const first = await gateway.authorize(pay('succeeds', 1));
        const method = { reference: 'method_reference' in first ? first.method_reference : '' };
        const more = Array.from({ length: 100 }, (_, place) => pay('succeeds', 2 + place, { method }));
        await Promise.all(more.map((request) => gateway.authorize(request)));
        const amounts = (await listed()).map(({ result }) => result.amount_in_cents);
        expect(amounts.sort((one, other) => one - other)).toEqual(more.map((_, place) => 1 + place).concat(101));
      });
    });

    describe('settles later', () => {
      needing('lets time pass')('a pending payment, and reports its state', async () => {
        const { gateway, pay, settlement, at, bankSettles } = setUp();
        const result = await gateway.purchase(pay('settles later', 5000));
        expect(result).toMatchObject({ outcome: 'pending', amount_in_cents: 5000 });
        expect(['scheduled', 'processing']).toContain(await settlement(result, at));
        expect(await settlement(result, at + bankSettles)).toBe('settled');
      });

      needing('lets time pass')('and neither authorizes nor voids it, but refunds it', async () => {
        const { gateway, pay, about, settlement, at, bankSettles } = setUp();
        expect(reason(await gateway.authorize(pay('settles later')))).toBe('transaction_cannot_be_authorized');
        const result = await gateway.purchase(pay('settles later'));
        expect(reason(await gateway.void(about(result)))).toBe('transaction_cannot_be_voided');
        expect(await settlement(result, at + bankSettles)).toBe('settled');
        expect(reason(await gateway.refund(about(result, 1000, { at: at + bankSettles })))).toBe('pending');
      });
    });

    describe.each(BANK_DEBIT_TYPES)('debits a bank account by %s', (type) => {
      const currency = debitCurrency(type) ?? '';

      test('in the one currency of the scheme', () => {
        const { gateway, site } = setUp();
        expect([gateway.serves(site, type), [...gateway.currencies(type)]]).toEqual([true, [currency]]);
      });

      needing('lets time pass')('once it is stored, and is told later that the bank has paid', async () => {
        const { gateway, request, debit, pay, settlement, at, bankSettles } = setUp();
        const verified = await gateway.verify({ ...request({ currency }), method: { presented: debit(type) } });
        if (verified.outcome !== 'succeeded') throw new Error(reason(verified));
        const { method_reference: reference } = verified;
        const renewal = pay('settles later', 2500, { method: { reference }, currency, initiator: 'merchant' });
        const result = await gateway.purchase(renewal);
        expect(result).toMatchObject({ outcome: 'pending', amount_in_cents: 2500, method_reference: reference });
        expect(await gateway.purchase(renewal)).toMatchObject({ reference: result.reference });
        expect(['scheduled', 'processing']).toContain(await settlement(result, at));
        expect(await settlement(result, at + bankSettles)).toBe('settled');
      });

      test('at once with a payment, which stores it; the mandate has a reference where the scheme has one', async () => {
        const { gateway, debit, pay } = setUp();
        const presented = debit(type);
        const result = await gateway.purchase(pay('settles later', 2500, { method: { presented }, currency }));
        expect(result).toMatchObject({ outcome: 'pending', method_reference: expect.any(String) });
        const { mandate_reference = null } = result.outcome === 'pending' ? result : {};
        if (type === 'sepa' || type === 'bacs') expect(mandate_reference).toMatch(/^[\w-]{8,35}$/);
        if (type === 'bank_account') expect(mandate_reference).toBeNull();
      });

      test('but reserves nothing on it', async () => {
        const { gateway, debit, pay } = setUp();
        const held = await gateway.authorize(
          pay('settles later', 2500, { method: { presented: debit(type) }, currency }),
        );
        expect(reason(held)).toBe('transaction_cannot_be_authorized');
      });
    });

    describe('notifies', () => {
      const from = (site: Site, { headers, body }: Pick<IncomingNotification, 'headers' | 'body'>) => ({
        site,
        gateway_code: 'contract',
        headers,
        body,
      });

      test('of what happens later, and at least of settlements', async () => {
        const { gateway, site, messages } = setUp();
        for (const { means, ...message } of messages()) {
          const read = await gateway.parseNotification(from(site, message));
          expect(read).toEqual({ outcome: 'read', notification: means });
        }
        expect(messages().map(({ means }) => means.kind)).toContain('settlement_changed');
      });

      test('authentically: a message that was tampered with or forged is rejected', async () => {
        const { gateway, site, messages } = setUp();
        for (const { headers, body } of messages()) {
          const message = from(site, { headers, body });
          const forgeries = [
            { ...message, body: body.replace(/"id":"(.)/, '"id":"x$1') },
            { ...message, body: `${body} ` },
            { ...message, headers: {} },
            { ...message, headers: Object.fromEntries(Object.keys(headers).map((header) => [header, 'forged'])) },
          ];
          for (const forgery of forgeries) {
            expect(await gateway.parseNotification(forgery)).toEqual({ outcome: 'forged' });
          }
        }
      });

      test('with a signature: without one, nothing is read', async () => {
        const { gateway, site } = setUp();
        for (const body of ['', 'null', '[]', '{', '{"type":"settlement"}']) {
          expect(await gateway.parseNotification(from(site, { headers: {}, body }))).toEqual({ outcome: 'forged' });
        }
      });
    });
  });
};

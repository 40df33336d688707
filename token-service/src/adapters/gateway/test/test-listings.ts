import type { ListedOperation, OperationPage } from '@service/billing/domain/payments/listed-operation.ts';
import type { ListRequest } from '@service/billing/ports/gateway.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { Gateway } from '../gateway.ts';
import type { GatewayLogEntry } from '../gateway-log.ts';
import type { TestGatewayParts } from './test-gateway-parts.ts';
import { isAccepted, resultOf, settlementOf, standingOf, wasReturned } from './test-money.ts';

const PAGE = 100;

const timeOf = ({ site_time, at }: GatewayLogEntry): Seconds => site_time ?? Math.floor(at / 1000);

/** Lists the payments and refunds of a site from the log of the test gateway. */
export const testListings = ({ log, keyOf }: TestGatewayParts): Pick<Gateway, 'list'> => {
  const ofPayment = async (call: GatewayLogEntry, now: Seconds): Promise<ListedOperation | undefined> => {
    const standing = call.reference === null ? undefined : await standingOf(log, call.reference, now);
    if (!standing || (standing.isVoid && standing.taken === 0)) return undefined;
    const at = standing.capturedAt ?? timeOf(call);
    const settlement = settlementOf(call, now);
    if (settlement === 'returned') return undefined;
    const isSettling = settlement === 'scheduled' || settlement === 'processing';
    return {
      ...common(call),
      at,
      kind: 'payment',
      state: isSettling ? 'settling' : standing.taken > 0 ? 'taken' : 'authorized',
      payment: null,
      returned_in_cents: standing.isVoid ? standing.taken : standing.returned,
    };
  };

  /** A void of a captured payment returns its amount, as a refund does. */
  const ofReturn = async (call: GatewayLogEntry, now: Seconds): Promise<ListedOperation | undefined> => {
    const standing = await standingOf(log, call.about ?? '', now);
    if (!standing || standing.taken === 0 || wasReturned(call, now)) return undefined;
    const settlement = settlementOf(call, now);
    const isSettling = settlement === 'scheduled' || settlement === 'processing';
    return {
      ...common(call),
      kind: 'refund',
      state: isSettling ? 'settling' : 'taken',
      payment: call.about ?? null,
      returned_in_cents: 0,
    };
  };

  const common = (call: GatewayLogEntry) => ({
    result: resultOf(call) as ListedOperation['result'],
    currency: call.currency,
    key: call.key.slice(call.key.indexOf('/') + 1),
    at: timeOf(call),
  });

  const listed = async (call: GatewayLogEntry, { at, since }: ListRequest): Promise<ListedOperation | undefined> => {
    if (!isAccepted(call)) return undefined;
    const { action } = call;
    const isPayment = action === 'purchase' || action === 'authorize';
    const isReturn = action === 'refund' || action === 'void';
    const found = isPayment ? await ofPayment(call, at) : isReturn ? await ofReturn(call, at) : undefined;
    return found && found.at >= since ? found : undefined;
  };

  return {
    async list(request): Promise<OperationPage> {
      const calls = await log.ofSite(keyOf(request.site, ''), keyOf(request.site, request.after ?? ''), PAGE);
      const operations = [];
      for (const call of calls) operations.push((await listed(call, request)) ?? []);
      const last = calls.length < PAGE ? undefined : calls.at(-1);
      return { outcome: 'listed', operations: operations.flat(), next: last ? common(last).key : null };
    },
  };
};

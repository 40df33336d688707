import { CHECK_AFTER } from '../../domain/gateway-outages/outage.ts';
import { isOutage } from '../../domain/payments/decline-codes.ts';
import type { Lookup, PaymentResult } from '../../domain/payments/gateway-result.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import type { Millis, Seconds } from '../../values/time.ts';
import { openOutage } from '../recording/outages/open-outage.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock' | 'ids'>;
}

interface Asked {
  readonly site: Site;
  readonly gateway_code: string;
  readonly at: Seconds;
  readonly correlation: string;
}

/** Operations in a row that a gateway leaves unanswered before that is an outage: one may be the fault of one card. */
const IN_A_ROW = 3;
/** Milliseconds for which a process caches the current outages of a site. */
const KNOWN_FOR = 5_000;

/**
 * Returns the same gateways, watched: three operations in a row without an answer begin an outage. Of one under way,
 * each failure and the first answer is recorded: due work ends it after an answer, or four days after the last failure.
 * A collection that waits for a gateway begins an outage by itself.
 */
export const watchGateways = (gateways: Gateways, { storage, world }: Deps): Gateways => {
  const inARow = new Map<string, number>();
  const underWay = new Map<string, { readonly codes: ReadonlySet<string>; readonly readAt: Millis }>();

  const isUnderWay = async ({ site, gateway_code }: Asked): Promise<boolean> => {
    const known = underWay.get(site.id);
    if (known && world.clock.elapsed() < known.readAt + KNOWN_FOR) return known.codes.has(gateway_code);
    const outages = await storage.of(site.id).gatewayOutages.all();
    const codes = new Set(outages.map((outage) => outage.gateway_code));
    underWay.set(site.id, { codes, readAt: world.clock.elapsed() });
    return codes.has(gateway_code);
  };

  const failed = async (asked: Asked, error_code: string): Promise<void> => {
    const name = `${asked.site.id} ${asked.gateway_code}`;
    const count = (inARow.get(name) ?? 0) + 1;
    inARow.set(name, count);
    if (count < IN_A_ROW && !(await isUnderWay(asked))) return;
    underWay.delete(asked.site.id);
    await storage.transaction(asked.site.id, (records) =>
      openOutage(records, world, asked, asked.gateway_code, error_code),
    );
  };

  const answered = async (asked: Asked): Promise<void> => {
    inARow.delete(`${asked.site.id} ${asked.gateway_code}`);
    if (!(await isUnderWay(asked))) return;
    await storage.transaction(asked.site.id, async ({ gatewayOutages, due }) => {
      if (await gatewayOutages.answered(asked.gateway_code, asked.at, asked.at + CHECK_AFTER)) due.wake();
    });
  };

  const watched =
    <R extends Asked, A extends PaymentResult | Lookup>(call: (request: R) => Promise<A>) =>
    async (request: R): Promise<A> => {
      const answer = await call(request);
      const error_code = errorOf(answer);
      // The operation has its outcome, whatever becomes of the record of the outage.
      await (error_code ? failed(request, error_code) : answered(request)).catch(() => {});
      return answer;
    };

  return {
    ...gateways,
    verify: watched(gateways.verify),
    authorize: watched(gateways.authorize),
    purchase: watched(gateways.purchase),
    capture: watched(gateways.capture),
    void: watched(gateways.void),
    refund: watched(gateways.refund),
    lookup: watched(gateways.lookup),
  };
};

/** Returns the code with which a gateway as a whole has failed; undefined when it has answered. */
const errorOf = (answer: PaymentResult | Lookup): string | undefined => {
  if (answer.outcome === 'unknown') return 'error_code' in answer ? answer.error_code : 'gateway_timeout';
  return 'error_code' in answer && isOutage(answer.error_code) ? answer.error_code : undefined;
};

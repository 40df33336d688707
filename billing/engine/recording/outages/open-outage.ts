import { CHECK_AFTER, FORGET_AFTER, NO_GATEWAY } from '../../../domain/gateway-outages/outage.ts';
import type { TechnicalFacts } from '../../../domain/mail/facts.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';

type OutageContext = Pick<Caller, 'site' | 'at' | 'correlation'>;

/** Records that a gateway does not answer, and mails the site's technical contact if that is the begin of an outage. */
export const openOutage = async (
  records: Pick<Records, 'gatewayOutages' | 'outbox'>,
  world: Pick<World, 'ids'>,
  context: OutageContext,
  gateway_code: string,
  error_code: string,
): Promise<void> => {
  if (gateway_code === NO_GATEWAY && (await records.gatewayOutages.find(NO_GATEWAY))) return;
  const check_at = context.at + FORGET_AFTER;
  const isNew = await records.gatewayOutages.open({ gateway_code, since: context.at, error_code, check_at });
  if (!isNew) return;
  await queueOutageMail(records, world, context, 'gateway_unavailable', { gateway_code, error_code });
  // There is no gateway that could answer: the outage is over once no invoice waits any more.
  if (gateway_code === NO_GATEWAY)
    await records.gatewayOutages.answered(NO_GATEWAY, context.at, context.at + CHECK_AFTER);
};

/** Queues mail about an outage to the technical contact, or to support if there is none. */
export const queueOutageMail = <Kind extends 'gateway_unavailable' | 'gateway_available'>(
  { outbox }: Pick<Records, 'outbox'>,
  { ids }: Pick<World, 'ids'>,
  { site, at, correlation }: OutageContext,
  kind: Kind,
  facts: TechnicalFacts[Kind],
): Promise<void> =>
  outbox.queue({
    id: ids.uuid(),
    kind,
    recipient: site.technical_contact ?? 'support',
    correlation,
    caused_at: at,
    payload: { ...facts },
    is_urgent: true,
  });

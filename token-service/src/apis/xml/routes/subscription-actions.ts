import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { Termination } from '@service/billing/domain/subscriptions/terminate.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { addDetails } from '@service/billing/queries/subscriptions/subscriptions.ts';
import { convertedTrial } from '@service/billing/resources/converted-trial.ts';
import { choiceKind, isFault, type Kind, timeKind } from '@service/billing/resources/kind.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { subscription } from '@service/billing/resources/subscription.ts';
import { subscriptionPause } from '@service/billing/resources/subscription-pause.ts';
import { cancelSubscription } from '@service/billing/usecases/subscriptions/cancel-subscription.ts';
import { convertTrial } from '@service/billing/usecases/subscriptions/convert-trial.ts';
import { pauseSubscription } from '@service/billing/usecases/subscriptions/pause-subscription.ts';
import { postponeSubscription } from '@service/billing/usecases/subscriptions/postpone-subscription.ts';
import { reactivateSubscription } from '@service/billing/usecases/subscriptions/reactivate-subscription.ts';
import { resumeSubscription } from '@service/billing/usecases/subscriptions/resume-subscription.ts';
import { terminateSubscription } from '@service/billing/usecases/subscriptions/terminate-subscription.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { subscriptionView } from '../../../documents/xml/views/subscription.ts';
import { declinedAnswer, declinedRefund } from '../declined.ts';
import type { ApiRequest, Endpoint, EndpointAnswer } from '../endpoint.ts';
import { shown } from './answers.ts';
import { chosen, flagIn } from './chosen.ts';
import { submitted, submittedSince221, toCreate, toUpdate } from './submission.ts';

const ONE = '/v2/subscriptions/:subscription_uuid';
const pausing = toCreate(subscriptionPause);
const converting = { ...toUpdate(convertedTrial), optional: true };
const timeframes = choiceKind(['bill_date', 'term_end']);

const uuidIn = ({ params }: ApiRequest): string => params.subscription_uuid ?? '';

/**
 * Actions that cancel, terminate, pause, resume, postpone, convert or reactivate a subscription. All ignore their body
 * except the pause and the conversion.
 */
export const subscriptionActionRoutes = (deps: OrderDeps): Endpoint[] => {
  const detailed = addDetails(deps);
  const cancel = cancelSubscription(deps);
  const reactivate = reactivateSubscription(deps);
  const postpone = postponeSubscription(deps);
  const pause = pauseSubscription(deps);

  const terminate = terminateSubscription(deps);
  const resume = resumeSubscription(deps);
  const convert = convertTrial(deps);

  const asItIs = async ({ caller, version }: ApiRequest, found: ShownSubscription): Promise<EndpointAnswer> =>
    shown(subscription, subscriptionView(await detailed(caller, found), version));

  return [
    {
      name: 'cancel_subscription',
      method: 'PUT',
      path: `${ONE}/cancel`,
      parameters: ['timeframe'],
      async handle(request) {
        const { value: timeframe, issues } = valueIn(request, 'timeframe', timeframes);
        return asItIs(request, await cancel(request.caller, uuidIn(request), { value: { timeframe }, issues }));
      },
    },
    {
      name: 'reactivate_subscription',
      method: 'PUT',
      path: `${ONE}/reactivate`,
      handle: async (request) => asItIs(request, await reactivate(request.caller, uuidIn(request))),
    },
    {
      name: 'terminate_subscription',
      method: 'PUT',
      path: `${ONE}/terminate`,
      parameters: ['refund', 'charge'],
      async handle(request) {
        const ended = await terminate(request.caller, uuidIn(request), terminationIn(request.query));
        return ended.outcome === 'declined'
          ? declinedRefund(ended, request.words)
          : asItIs(request, ended.subscription);
      },
    },
    {
      name: 'convert_trial',
      method: 'PUT',
      path: `${ONE}/convert_trial`,
      body: converting,
      async handle(request) {
        const converted = await convert(request.caller, uuidIn(request), submittedSince221(request, converting));
        return converted.outcome === 'declined'
          ? declinedAnswer(converted, request.words)
          : asItIs(request, converted.subscription);
      },
    },
    {
      name: 'postpone_subscription',
      method: 'PUT',
      path: `${ONE}/postpone`,
      parameters: ['next_bill_date', 'bulk'],
      async handle(request) {
        const { value: nextBillDate, issues } = billDateIn(request);
        const value = { nextBillDate, bulk: flagIn(request.query, 'bulk') ?? false };
        return asItIs(request, await postpone(request.caller, uuidIn(request), { value, issues }));
      },
    },
    {
      name: 'pause_subscription',
      method: 'PUT',
      path: `${ONE}/pause`,
      since: '2.11',
      body: pausing,
      handle: async (request) =>
        asItIs(request, await pause(request.caller, uuidIn(request), submitted(request, pausing))),
    },
    {
      name: 'resume_subscription',
      method: 'PUT',
      path: `${ONE}/resume`,
      since: '2.11',
      handle: async (request) => asItIs(request, await resume(request.caller, uuidIn(request))),
    },
  ];
};

const REFUNDS = ['none', 'partial', 'full'] as const;

/** `refund_type` is the older name. */
const terminationIn = (query: URLSearchParams): Termination => ({
  refund: chosen(query, 'refund', REFUNDS).refund ?? chosen(query, 'refund_type', REFUNDS).refund_type ?? 'none',
  charge: flagIn(query, 'charge') ?? true,
});

/**
 * Reads a query parameter that has the name of a field as part of the input: an unknown subscription is reported before
 * an invalid value. Absent or empty: undefined.
 */
const valueIn = <T>({ query }: ApiRequest, name: string, kind: Kind<T>): Submitted<T | undefined> => {
  const sent = query.get(name);
  const value = sent ? kind.read(sent) : undefined;
  return isFault(value)
    ? { value: undefined, issues: [{ field: `subscription.${name}`, ...value }] }
    : { value, issues: [] };
};

/** `next_renewal_date` is the older name. */
const billDateIn = (request: ApiRequest): Submitted<Seconds | undefined> =>
  valueIn(request, request.query.get('next_bill_date') ? 'next_bill_date' : 'next_renewal_date', timeKind());

import Stripe from 'stripe';
import { clientOf } from '../client.fixture.ts';
import { isUploadType } from '../http/upload.ts';
import type { Simulator } from '../simulator.ts';
import type { Exchange } from './differences.fixture.ts';

/** Returns the official client, pointed at a simulator, and every request that it has sent, with its answer. */
export const recordingClient = (simulator: Simulator) => {
  const exchanges: Exchange[] = [];
  const recording: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { pathname, search } = new URL(String(input));
    exchanges.push({
      method: init?.method ?? 'GET',
      path: pathname + search,
      body: isUploadType(new Headers(init?.headers).get('content-type') ?? undefined) ? '' : String(init?.body ?? ''),
      answer: { status: response.status, body: await response.clone().text() },
    });
    return response;
  };
  return { stripe: clientOf(simulator, { httpClient: Stripe.createFetchHttpClient(recording) }), exchanges };
};

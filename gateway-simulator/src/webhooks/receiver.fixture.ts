import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';

/** A merchant's server that verifies and keeps what is sent to it. */
export interface Receiver {
  readonly url: string;
  readonly secret: string;
  /** The events that were accepted, in the order of their arrival. */
  readonly events: Stripe.Event[];
  /** The status of the next answers; 200 when there is none left. */
  readonly answers: number[];
  types(): string[];
  clear(): void;
  stop(): Promise<void>;
}

export const openReceiver = async (): Promise<Receiver> => {
  const secret = 'whsec_receiver';
  const events: Stripe.Event[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const event = Stripe.webhooks.constructEvent(body, request.headers['stripe-signature'] ?? '', secret);
    const status = answers.shift() ?? 200;
    if (status === 200) events.push(event);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    secret,
    events,
    answers,
    types: () => events.map(({ type }) => type),
    clear: () => void events.splice(0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

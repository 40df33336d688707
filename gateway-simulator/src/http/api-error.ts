import type Stripe from 'stripe';

type Objects = {
  payment_intent?: Stripe.PaymentIntent;
  setup_intent?: Stripe.SetupIntent;
  payment_method?: Stripe.PaymentMethod;
};

/** The `error` of an answer, as Stripe documents it. */
export interface ErrorBody extends Objects {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  advice_code?: string;
  network_advice_code?: string;
  network_decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_method_type?: string;
}

/** A request that is answered with an error object. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Whether the operation had begun: then an idempotency key keeps the answer. */
  readonly begun: boolean;

  constructor(status: number, body: ErrorBody, begun = false) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${dashed(body.code)}` } : body;
    this.begun = begun;
  }
}

const dashed = (code: string): string => code.replaceAll('_', '-');

/** Returns a 400 `invalid_request_error`. */
export const invalidRequest = (message: string, more: Omit<Partial<ErrorBody>, 'type' | 'message'> = {}): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', message, ...more });

/** Returns the answer to an id that names no object. `param` is what held the id: `id` for that of the path. */
export const missingObject = (object: string, id: string, param = 'id'): ApiError =>
  new ApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
    param,
  });

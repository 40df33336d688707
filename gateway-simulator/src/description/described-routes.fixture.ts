/** The types of the `stripe` package that describe a route: of its parameters, and of its answer. */
export type Described = readonly [parameters: string, answer: string];

const list = (of: string) => `Stripe.ApiList<${of}>`;

/** Every route of the simulator, by method and path. */
export const DESCRIBED_ROUTES: Readonly<Record<string, Described>> = {
  'GET /v1/account': ['Stripe.AccountRetrieveCurrentParams', 'Stripe.Account'],
  'GET /v1/accounts/:id': ['Stripe.AccountRetrieveParams', 'Stripe.Account'],
  'GET /v1/balance': ['Stripe.BalanceRetrieveParams', 'Stripe.Balance'],
  'GET /v1/balance_transactions/:id': ['Stripe.BalanceTransactionRetrieveParams', 'Stripe.BalanceTransaction'],
  'GET /v1/mandates/:id': ['Stripe.MandateRetrieveParams', 'Stripe.Mandate'],

  'GET /v1/charges': ['Stripe.ChargeListParams', list('Stripe.Charge')],
  'GET /v1/charges/:id': ['Stripe.ChargeRetrieveParams', 'Stripe.Charge'],
  'POST /v1/charges/:id': ['Stripe.ChargeUpdateParams', 'Stripe.Charge'],

  'POST /v1/customers': ['Stripe.CustomerCreateParams', 'Stripe.Customer'],
  'GET /v1/customers': ['Stripe.CustomerListParams', list('Stripe.Customer')],
  'GET /v1/customers/:id': ['Stripe.CustomerRetrieveParams', 'Stripe.Customer | Stripe.DeletedCustomer'],
  'POST /v1/customers/:id': ['Stripe.CustomerUpdateParams', 'Stripe.Customer'],
  'DELETE /v1/customers/:id': ['Stripe.CustomerDeleteParams', 'Stripe.DeletedCustomer'],
  'GET /v1/customers/:id/payment_methods': ['Stripe.CustomerListPaymentMethodsParams', list('Stripe.PaymentMethod')],
  'GET /v1/customers/:id/payment_methods/:method': [
    'Stripe.CustomerRetrievePaymentMethodParams',
    'Stripe.PaymentMethod',
  ],

  'POST /v1/payment_intents': ['Stripe.PaymentIntentCreateParams', 'Stripe.PaymentIntent'],
  'GET /v1/payment_intents': ['Stripe.PaymentIntentListParams', list('Stripe.PaymentIntent')],
  'GET /v1/payment_intents/search': [
    'Stripe.PaymentIntentSearchParams',
    'Stripe.ApiSearchResult<Stripe.PaymentIntent>',
  ],
  'GET /v1/payment_intents/:id': ['Stripe.PaymentIntentRetrieveParams', 'Stripe.PaymentIntent'],
  'POST /v1/payment_intents/:id': ['Stripe.PaymentIntentUpdateParams', 'Stripe.PaymentIntent'],
  'POST /v1/payment_intents/:id/confirm': ['Stripe.PaymentIntentConfirmParams', 'Stripe.PaymentIntent'],
  'POST /v1/payment_intents/:id/capture': ['Stripe.PaymentIntentCaptureParams', 'Stripe.PaymentIntent'],
  'POST /v1/payment_intents/:id/cancel': ['Stripe.PaymentIntentCancelParams', 'Stripe.PaymentIntent'],
  'POST /v1/payment_intents/:id/verify_microdeposits': [
    'Stripe.PaymentIntentVerifyMicrodepositsParams',
    'Stripe.PaymentIntent',
  ],

  'POST /v1/payment_methods': ['Stripe.PaymentMethodCreateParams', 'Stripe.PaymentMethod'],
  'GET /v1/payment_methods': ['Stripe.PaymentMethodListParams', list('Stripe.PaymentMethod')],
  'GET /v1/payment_methods/:id': ['Stripe.PaymentMethodRetrieveParams', 'Stripe.PaymentMethod'],
  'POST /v1/payment_methods/:id': ['Stripe.PaymentMethodUpdateParams', 'Stripe.PaymentMethod'],
  'POST /v1/payment_methods/:id/attach': ['Stripe.PaymentMethodAttachParams', 'Stripe.PaymentMethod'],
  'POST /v1/payment_methods/:id/detach': ['Stripe.PaymentMethodDetachParams', 'Stripe.PaymentMethod'],

  'POST /v1/refunds': ['Stripe.RefundCreateParams', 'Stripe.Refund'],
  'GET /v1/refunds': ['Stripe.RefundListParams', list('Stripe.Refund')],
  'GET /v1/refunds/:id': ['Stripe.RefundRetrieveParams', 'Stripe.Refund'],
  'POST /v1/refunds/:id': ['Stripe.RefundUpdateParams', 'Stripe.Refund'],

  'POST /v1/setup_intents': ['Stripe.SetupIntentCreateParams', 'Stripe.SetupIntent'],
  'GET /v1/setup_intents': ['Stripe.SetupIntentListParams', list('Stripe.SetupIntent')],
  'GET /v1/setup_intents/:id': ['Stripe.SetupIntentRetrieveParams', 'Stripe.SetupIntent'],
  'POST /v1/setup_intents/:id': ['Stripe.SetupIntentUpdateParams', 'Stripe.SetupIntent'],
  'POST /v1/setup_intents/:id/confirm': ['Stripe.SetupIntentConfirmParams', 'Stripe.SetupIntent'],
  'POST /v1/setup_intents/:id/cancel': ['Stripe.SetupIntentCancelParams', 'Stripe.SetupIntent'],
  'POST /v1/setup_intents/:id/verify_microdeposits': [
    'Stripe.SetupIntentVerifyMicrodepositsParams',
    'Stripe.SetupIntent',
  ],
  'GET /v1/setup_attempts': ['Stripe.SetupAttemptListParams', list('Stripe.SetupAttempt')],

  'GET /v1/disputes': ['Stripe.DisputeListParams', list('Stripe.Dispute')],
  'GET /v1/disputes/:id': ['Stripe.DisputeRetrieveParams', 'Stripe.Dispute'],
  'POST /v1/disputes/:id': ['Stripe.DisputeUpdateParams', 'Stripe.Dispute'],
  'POST /v1/disputes/:id/close': ['Stripe.DisputeCloseParams', 'Stripe.Dispute'],
  'GET /v1/radar/early_fraud_warnings': [
    'Stripe.Radar.EarlyFraudWarningListParams',
    list('Stripe.Radar.EarlyFraudWarning'),
  ],
  'GET /v1/radar/early_fraud_warnings/:id': [
    'Stripe.Radar.EarlyFraudWarningRetrieveParams',
    'Stripe.Radar.EarlyFraudWarning',
  ],
  'GET /v1/balance_transactions': ['Stripe.BalanceTransactionListParams', list('Stripe.BalanceTransaction')],
  'GET /v1/payouts': ['Stripe.PayoutListParams', list('Stripe.Payout')],
  'GET /v1/payouts/:id': ['Stripe.PayoutRetrieveParams', 'Stripe.Payout'],

  // The recorder has no bodies with files.
  'POST /v1/files': ['Partial<Stripe.FileCreateParams>', 'Stripe.File'],
  'GET /v1/files/:id': ['Stripe.FileRetrieveParams', 'Stripe.File'],

  'POST /v1/tokens': ['Stripe.TokenCreateParams', 'Stripe.Token'],
  'GET /v1/tokens/:id': ['Stripe.TokenRetrieveParams', 'Stripe.Token'],

  'POST /v1/webhook_endpoints': ['Stripe.WebhookEndpointCreateParams', 'Stripe.WebhookEndpoint'],
  'GET /v1/webhook_endpoints': ['Stripe.WebhookEndpointListParams', list('Stripe.WebhookEndpoint')],
  'GET /v1/webhook_endpoints/:id': ['Stripe.WebhookEndpointRetrieveParams', 'Stripe.WebhookEndpoint'],
  'POST /v1/webhook_endpoints/:id': ['Stripe.WebhookEndpointUpdateParams', 'Stripe.WebhookEndpoint'],
  'DELETE /v1/webhook_endpoints/:id': ['Stripe.WebhookEndpointDeleteParams', 'Stripe.DeletedWebhookEndpoint'],
  'GET /v1/events': ['Stripe.EventListParams', list('Stripe.Event')],
  'GET /v1/events/:id': ['Stripe.EventRetrieveParams', 'Stripe.Event'],
};

/** Every error, whatever the route. The package describes it where an intent keeps its last error. */
export const DESCRIBED_ERROR = '{ error: Stripe.PaymentIntent.LastPaymentError }';

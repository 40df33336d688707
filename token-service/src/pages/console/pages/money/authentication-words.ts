import type { CardAuthentication } from '@service/billing/domain/payments/gateway-result.ts';
import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { Fact } from '../../parts/figures.ts';
import { codeInWords } from './money-parts.ts';

const RESULTS: Readonly<Record<CardAuthentication['result'], string>> = {
  authenticated: 'authenticated',
  attempted: 'attempted, the bank does not take part',
  exempted: 'exempted, the bank did not ask',
  failed: 'failed',
  not_supported: 'not supported by the card',
  error: 'ended with an error at the bank',
  unknown: 'with a result that is not known here',
};

const FLOWS = {
  challenge: 'confirmed by the customer',
  frictionless: 'without a question to the customer',
} as const;

type Shown = Pick<TransactionRecord, 'type' | 'status' | 'action' | 'three_d_secure'>;

/** Returns what the gateway reported of 3-D Secure for a card payment: result, version, exemption and who is liable. */
export const authenticationFacts = ({ type, action, status, three_d_secure: reported }: Shown): readonly Fact[] => {
  if (type !== 'credit_card' || action === 'refund') return [];
  // Of a payment that failed, the box above says what became of the challenge.
  if (!reported) return status === 'failed' ? [] : [{ label: '3-D Secure', value: 'no authentication is recorded' }];
  const { result, flow, version, eci, exemption } = reported;
  return [
    {
      label: '3-D Secure',
      value: [RESULTS[result], result === 'authenticated' && flow && FLOWS[flow]].filter(Boolean).join(', '),
    },
    { label: '3-D Secure version', value: version },
    { label: 'ECI', value: eci },
    { label: 'Exemption', value: exemption && codeInWords(exemption) },
    { label: 'Liable for fraud', value: liableInWords(reported) },
  ];
};

/** As a rule of the card networks: liability shifts with an authentication, also an attempted one. */
const liableInWords = ({ result }: CardAuthentication): string | null => {
  if (result === 'unknown') return null;
  return result === 'authenticated' || result === 'attempted' ? 'the bank of the card, as a rule' : 'the merchant';
};

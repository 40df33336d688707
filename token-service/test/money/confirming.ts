import { type TestService, textOf } from '../service.ts';
import { customerOf } from '../stories/challenging.ts';
import type { Random } from './random.ts';

/**
 * A merchant's client whose customers confirm three of four payments that their bank challenges: the request is then
 * sent again with the result token. The others are abandoned.
 */
export const confirming = (
  service: TestService,
  random: Random,
  confirmed: (status: number) => void,
): TestService['api'] => {
  const customer = customerOf(() => service);
  return async (method, path, body, headers) => {
    const send = (sent?: string) => service.api(method, path, sent, { 'X-Api-Version': '2.22', ...headers });
    const answer = await send(body);
    const id = textOf(answer.xml, 'transaction_error', 'three_d_secure_action_token_id');
    if (!id || !random.percent(75)) return answer;
    const completed = await send(withResult(body, await customer.confirm(id)));
    confirmed(completed.status);
    return completed;
  };
};

const withResult = (body: string | undefined, token: string): string => {
  const result = `<three_d_secure_action_result_token_id>${token}</three_d_secure_action_result_token_id>`;
  const info = `<billing_info>${result}</billing_info>`;
  if (!body) return `<invoice>${info}</invoice>`;
  if (body.includes('</billing_info>')) return body.replace('</billing_info>', `${result}</billing_info>`);
  return body.replace(/<\/(gifter_)?account>/, (end) => info + end);
};

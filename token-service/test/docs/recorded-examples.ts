import { createHash } from 'node:crypto';
import { LATEST } from '@service/billing/resources/version.ts';
import { endpoints, lists } from '../../src/apis/xml/endpoints.ts';
import type { Example } from '../../src/reference/example.ts';
import { startTestService } from '../service.ts';
import { customerOf } from '../stories/challenging.ts';
import { liveAnExample, type Show } from './example-story.ts';

/** The operations of the XML API by name, with their methods. */
export const operations = (): Map<string, string> => {
  const unused = {} as Parameters<typeof endpoints>[0];
  return new Map([
    ...endpoints(unused).map(({ name, method }) => [name, method] as const),
    ...lists(unused).map(({ name }) => [name, 'GET'] as const),
  ]);
};

/** The address of the service in recorded examples; pages replace it by their own. */
export const ADDRESS = 'http://localhost:3000';

/**
 * Lives the example story on a new service, and returns the first request and answer of each operation. Identifiers
 * and secrets that differ each time become ones that depend only on the order in which they appear.
 */
export const recordExamples = async (): Promise<Readonly<Record<string, Example>>> => {
  const service = await startTestService({ now: '2026-11-20T12:00:00Z' });
  const methods = operations();
  const stable = stableIdentifiers();
  const examples: Record<string, Example> = {};

  const request = async (method: string, path: string, body?: string, status?: number) => {
    const answer = await service.api(method, path, body, { 'X-Api-Version': LATEST });
    const isExpected = status === undefined ? answer.status < 300 : answer.status === status;
    if (!isExpected) throw new Error(`${method} ${path} ${body ?? ''}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const show: Show = async (operation, path, body, status) => {
    const method = methods.get(operation);
    if (!method) throw new Error(`There is no operation ${operation}.`);
    const answer = await request(method, path, body, status);
    examples[operation] ??= {
      method,
      path: stable(path),
      ...(body === undefined ? {} : { body: stable(body) }),
      status: answer.status,
      answer: indented(stable(answer.text.replaceAll(service.apiUrl, ADDRESS))),
    };
    return answer;
  };
  try {
    const { confirm } = customerOf(() => service);
    await liveAnExample({ show, send: request, token: service.token, confirm });
  } finally {
    await service.close();
  }
  return examples;
};

/** Answers have a line for each element; this indents them by depth. */
const indented = (xml: string): string => {
  let depth = 0;
  return xml
    .trimEnd()
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth -= 1;
      const text = '  '.repeat(depth) + line;
      if (/^<\w[^>]*[^/]>$/.test(line)) depth += 1;
      return text;
    })
    .join('\n');
};

/** Twelve digits and letters in an element or an address of a record that has such an id. */
const SHORT_ID =
  /(?<=<(?:id|uuid|\w+_id|\w+_uuid)>|\/(?:external_\w+|business_entities|invoice_templates|general_ledger_accounts|billing_infos|dunning_campaigns)\/)[0-9a-z]{12}(?=[</"]|$)/g;

/** Replaces identifiers by ones of the same length, so that a recording can be compared with the one before. */
const stableIdentifiers = (): ((text: string) => string) => {
  const known = new Map<string, string>();
  const stand = (found: string): string => {
    const digits = createHash('sha256').update(`example ${known.size}`).digest('hex');
    const stable = known.get(found) ?? digits.slice(0, found.length);
    known.set(found, stable);
    return stable;
  };
  return (text) =>
    text
      .replace(
        /(?<=<hosted_login_token>|<token_id>|<three_d_secure_action_result_token_id>|<approval_code>)[^<]+/g,
        stand,
      )
      .replace(/(?<=<reference>test-)[^<]+/g, stand)
      .replace(/(?<=<gateway_token>\*+)[^<]+/g, stand)
      .replace(/(?<=<redemption_code>|gift_cards\/)[A-Z0-9]{16}(?=<|\/)/g, (code) => stand(code).toUpperCase())
      .replace(/\b[0-9a-f]{32}\b/g, stand)
      .replace(SHORT_ID, stand)
      .replace(/FRIEND-\d{6}/g, (code) => `FRIEND-${100_000 + Number.parseInt(stand(code).slice(0, 4), 16)}`);
};

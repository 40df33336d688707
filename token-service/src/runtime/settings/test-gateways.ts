import { unusableSetting } from './plain-settings.ts';
import type { ProcessSetting, Settings } from './process-settings.ts';

/** A gateway of sandbox sites; `currencies`: ISO 4217; null: all that the test gateway accepts. */
export interface TestGateway {
  readonly code: string;
  readonly currencies: readonly string[] | null;
}

/**
 * Returns the gateways of a setting such as `test,europe=EUR+GBP`: names, each with its currencies unless it accepts
 * all.
 */
export const testGatewaysSetting = (env: Settings, name: ProcessSetting): readonly TestGateway[] => {
  const named = (env[name] || 'test').split(',').map((one) => {
    const [, code = '', currencies] = /^\s*([A-Za-z0-9_-]{1,50})(?:=([A-Z]{3}(?:\+[A-Z]{3})*))?\s*$/.exec(one) ?? [];
    return { code, currencies: currencies?.split('+') ?? null };
  });
  const codes = new Set(named.map(({ code }) => code));
  if (codes.has('') || codes.size < named.length) {
    throw unusableSetting(name, env[name], 'names with commas between them, each once, such as test,europe=EUR+GBP');
  }
  return named;
};

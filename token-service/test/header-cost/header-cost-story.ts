import { expect, onTestFinished, test } from 'vitest';
import { ADDRESS_REQUESTS_PER_MINUTE } from '../../src/http/limits/anonymous.ts';
import { filled } from '../malformed/defects.ts';
import { startTestService } from '../service.ts';
import { surfacesOf } from '../surfaces.ts';
import { BLANKS, type Cost, costsAt, HEADERS, SHAPES } from './measure.ts';

/**
 * A header may cost so many times what receiving it costs: generous, because the garbage of others is measured too.
 * Before list headers were bounded, `Accept-Language` cost 200 times as much.
 */
const MOST = 8;

interface Size {
  /**
   * One in so many combinations of path, header and shape is measured, and fewer of the XML API, whose routes share the
   * steps before the key is known. Prime numbers, so that each header and each shape comes up at every path.
   */
  readonly oneIn: { readonly paths: number; readonly xmlApi: number };
  /** Called with the most expensive ones. */
  readonly print?: (lines: readonly string[]) => void;
}

interface Measured extends Cost {
  readonly name: string;
}

const CONTENTS = { ...SHAPES, ...BLANKS };
const COMBINATIONS = HEADERS.flatMap((header) =>
  Object.entries(CONTENTS).map(([shape, value]) => ({ header, shape, value })),
);

const line = ({ name, with: cost, without, ratio }: Measured): string =>
  `${ratio.toFixed(1).padStart(5)} times  ${String(cost).padStart(6)} against ${String(without).padStart(5)} µs  ${name}`;

export const headerCosts = ({ oneIn, print }: Size): void => {
  const measure = async (port: number, paths: readonly string[]): Promise<readonly Measured[]> => {
    const measured: Measured[] = [];
    let at = 0;
    for (const path of paths) {
      const costOf = await costsAt(port, filled(path));
      const every = path.startsWith('/v2/') ? oneIn.xmlApi : oneIn.paths;
      for (const { header, shape, value } of COMBINATIONS) {
        at += 1;
        if (at % every !== 0) continue;
        const cost = await costOf(header, value, MOST);
        measured.push({ ...cost, name: `${header} of ${JSON.stringify(shape)} at ${filled(path)}` });
      }
    }
    return measured;
  };
  const check = (measured: readonly Measured[]): void => {
    const slowest = measured.toSorted((a, b) => b.ratio - a.ratio);
    print?.([`${measured.length} measured`, ...slowest.slice(0, 25).map(line)]);
    expect(slowest.filter(({ ratio }) => ratio > MOST).map(line)).toEqual([]);
  };

  test('no header of 15 kB costs more than receiving it, at any route that is open', async () => {
    const { opened: service, origins } = await surfacesOf(() =>
      startTestService({ env: { RATE_LIMIT: 'off', TRUST_PROXY: '1', LOG_LEVEL: 'silent' } }),
    );
    onTestFinished(() => service.close());
    const { api, browser, console } = service.service;
    const ports = [api, browser, console].map((origin) => origin?.port);
    expect(origins).toHaveLength(ports.length);
    const measured: Measured[] = [];
    for (const [index, surfaces] of origins.entries()) {
      const paths = [...new Set(surfaces.flatMap((surface) => surface.paths))];
      measured.push(...(await measure(ports[index]!, paths)));
    }
    expect(measured.length).toBeGreaterThan(300);
    check(measured);
  }, 3_600_000);

  test('nor where the address is over its limit', async () => {
    const service = await startTestService({ env: { LOG_LEVEL: 'silent' } });
    onTestFinished(() => service.close());
    const paths = ['/account/x/y', '/account', '/account/none'];
    const ask = async () => (await fetch(`${service.apiUrl}/account/x/y`)).status;
    for (let asked = 0; asked < ADDRESS_REQUESTS_PER_MINUTE.account_pages; asked += 50)
      await Promise.all(Array.from({ length: 50 }, ask));
    expect(await ask()).toBe(429);
    check(await measure(service.service.api?.port ?? 0, paths));
  }, 3_600_000);
};

import Koa from 'koa';
import { vi } from 'vitest';

/** The middleware of one origin that answers requests, by its name, and the paths that it answers. */
export interface Surface {
  readonly name: string;
  readonly paths: readonly string[];
}

/** Steps that pass every request on, or answer what no surface has answered. */
const PASSING = [
  'writeTimeout',
  'requestId',
  'traced',
  'measured',
  'requestLog',
  // That of koa-helmet.
  'middleware',
  'failures',
  'readablePath',
  'readableAddress',
  'refuseWhenDraining',
  'refuseWhenReadOnly',
  'identify',
  'countRequest',
  'keyUsed',
  'nameVersion',
  'noRoute',
  'limited',
  'nothingHere',
];

/**
 * Returns what the applications that `open` composes answer, read from their own routers. Throws where a middleware
 * names no paths and is not known to pass requests on: what answers must be `routed`.
 */
export const surfacesOf = async <Opened>(
  open: () => Promise<Opened>,
): Promise<{ readonly opened: Opened; readonly origins: readonly (readonly Surface[])[] }> => {
  const origins = new Map<object, Surface[]>();
  const use = Koa.prototype.use;
  const spy = vi.spyOn(Koa.prototype, 'use').mockImplementation(function (this: Koa, middleware) {
    const { name, paths } = middleware as typeof middleware & { readonly paths?: readonly string[] };
    if (paths) origins.set(this, [...(origins.get(this) ?? []), { name, paths }]);
    else if (!PASSING.includes(name)) throw new Error(`The middleware ${name} names no paths: wrap it in routed().`);
    return use.call(this, middleware) as never;
  });
  try {
    const opened = await open();
    return { opened, origins: [...origins.values()] };
  } finally {
    spy.mockRestore();
  }
};

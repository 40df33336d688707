import Koa from 'koa';
import { vi } from 'vitest';
import type { ConsoleRoute } from '../../src/pages/console/route.ts';

/** Returns the routes behind the sign-in of the console that `open` composes, and what it returns. */
export const routesOfConsole = async <Opened>(
  open: () => Promise<Opened>,
): Promise<{ readonly opened: Opened; readonly routes: readonly ConsoleRoute[] }> => {
  let routes: readonly ConsoleRoute[] = [];
  const use = Koa.prototype.use;
  const spy = vi.spyOn(Koa.prototype, 'use').mockImplementation(function (this: Koa, step) {
    routes = (step as { readonly pages?: readonly ConsoleRoute[] }).pages ?? routes;
    return use.call(this, step) as never;
  });
  try {
    const opened = await open();
    return { opened, routes };
  } finally {
    spy.mockRestore();
  }
};

/** The address of a route, about records that do not exist. */
export const addressOfRoute = ({ path }: ConsoleRoute): string => path.replaceAll(/:\w+/g, 'none');

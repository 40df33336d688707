import Koa from 'koa';
import { vi } from 'vitest';
import type { ConsoleRoute } from '../../src/pages/console/route.ts';

/** Starts a service, and returns it with the routes of its console behind the sign-in, as it composes them. */
export const withRoutes = async <Started>(
  start: () => Promise<Started>,
): Promise<{ readonly service: Started; readonly routes: readonly ConsoleRoute[] }> => {
  let routes: readonly ConsoleRoute[] = [];
  const use = Koa.prototype.use;
  const spy = vi.spyOn(Koa.prototype, 'use').mockImplementation(function (this: Koa, step) {
    routes = (step as { readonly pages?: readonly ConsoleRoute[] }).pages ?? routes;
    return use.call(this, step) as never;
  });
  try {
    return { service: await start(), routes };
  } finally {
    spy.mockRestore();
  }
};

/** The address of a route, about records that do not exist. */
export const addressOfRoute = ({ path }: ConsoleRoute): string => path.replaceAll(/:\w+/g, 'none');

import { type ConsoleRoutesDeps, consoleRoutes } from '../../src/pages/console/console-routes.ts';
import type { ConsoleRoute } from '../../src/pages/console/route.ts';

/** Stands for every dependency: routes are made from them, and none of these runs. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '' : anything),
  apply: () => anything,
});

/** The routes of the console behind the sign-in, as the service has them with passwords and passkeys. */
export const routesOfConsole = (): readonly ConsoleRoute[] => consoleRoutes(anything as ConsoleRoutesDeps);

/** The address of a route, about records that do not exist. */
export const addressOfRoute = ({ path }: ConsoleRoute): string => path.replaceAll(/:\w+/g, 'none');

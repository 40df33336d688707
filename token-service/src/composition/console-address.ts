import type { Config } from '../config.ts';

/** Returns the origin of the console as operators see it. */
export const consoleOrigin = ({ consoleUrl, consolePort }: Pick<Config, 'consoleUrl' | 'consolePort'>): string =>
  consoleUrl ?? `http://localhost:${consolePort}`;

/** Returns the link with which an operator accepts an invitation. */
export const invitationLink = (config: Pick<Config, 'consoleUrl' | 'consolePort'>, secret: string): string =>
  `${consoleOrigin(config)}/invitation/${secret}`;

import { showPage } from '../parts/shell.ts';
import { type ConsoleRoute, readingPage } from '../route.ts';

export type HomeDeps = {};

/** The state of the site today. */
export const homePages = (_: HomeDeps): readonly ConsoleRoute[] => [
  readingPage('/', 'home', 'signed in', (ctx) => showPage(ctx, { title: 'Home' }, [])),
];

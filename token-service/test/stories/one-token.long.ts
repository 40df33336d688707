import { sharesOneToken } from './one-token.ts';

sharesOneToken(100);

import { type Route, route } from '../http/router.ts';
import { createToken } from '../operations/security-codes.ts';

export const tokenRoutes: readonly Route[] = [
  route('POST', '/v1/tokens', ({ world, params }) => createToken(world, params)),
  route('GET', '/v1/tokens/:id', ({ world, ids }) => world.state.tokens.need(ids[0]!)),
];

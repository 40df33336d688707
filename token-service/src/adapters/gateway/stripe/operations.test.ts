import { behavesLikeGatewayOperations } from './operations.contract.ts';
import { memoryOperations } from './operations.ts';

behavesLikeGatewayOperations(() => ({ operations: memoryOperations(), sites: ['site-1', 'site-2'] }));

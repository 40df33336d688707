import { accountTool } from './erase.ts';
import { main } from './tool.ts';

await main(accountTool);

import type { ConsoleRoute } from '../../route.ts';
import { workItem } from './work-item.ts';
import { type WorkListDeps, workList } from './work-list.ts';

export interface OperationDeps extends WorkListDeps {}

/** Returns the pages of what runs by itself, and of what needs a person. */
export const operationPages = (deps: OperationDeps): readonly ConsoleRoute[] => [workList(deps), ...workItem(deps)];

import { siteList } from '../site-list.ts';

/** Lists the units that usage is counted in. */
export const listMeasuredUnits = siteList(({ measuredUnits }) => measuredUnits);

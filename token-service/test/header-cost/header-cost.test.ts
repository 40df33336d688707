import { headerCosts } from './header-cost-story.ts';

headerCosts({ oneIn: { paths: 59, xmlApi: 499 } });

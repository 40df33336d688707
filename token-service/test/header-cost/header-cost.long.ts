import { headerCosts } from './header-cost-story.ts';

headerCosts({ oneIn: { paths: 1, xmlApi: 13 }, print: (lines) => console.log(lines.join('\n')) });

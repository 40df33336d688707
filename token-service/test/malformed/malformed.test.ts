import { malformedRequests } from './malformed-story.ts';

malformedRequests({ oneIn: { diverse: 13, others: 61 } });

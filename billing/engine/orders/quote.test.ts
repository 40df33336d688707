import { costsWhatIsBilled } from './quote.fixture.ts';

/** `quote.long.ts` takes 10,000. */
costsWhatIsBilled(500);

import { costsWhatIsBilled } from './quote.fixture.ts';

costsWhatIsBilled(10_000);

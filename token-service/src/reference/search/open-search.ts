import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import type { Passage } from './passages.ts';
import { type Marked, marked, sentenceWith } from './sentence.ts';
import { inOtherWords } from './synonyms.ts';
import { termsIn, wholeTermsIn } from './terms.ts';

/** A passage that was found. */
export interface Found {
  readonly href: string;
  readonly title: Marked;
  readonly within: string;
  readonly sentence: Marked;
}

/** Returns the passages that fit a query, the best one first, at most twelve. */
export type Search = (query: string) => Found[];

/** The length of a query; the rest of a longer one is ignored. */
export const MOST_CHARACTERS = 100;
const MOST_TERMS = 8;

const MOST_RESULTS = 12;
/** Results of one page, so that others have a place too. */
const MOST_OF_A_PAGE = 3;
/** Words of the documentation that contain a part that was searched. */
const MOST_WORDS = 12;
/** Passages that are indexed before other requests have a turn. */
const AT_ONCE = 10;

const WEIGHT = { page: 1.6, section: 1, row: 0.6 } as const;
/** Recipes say how something is done, the reference what there is. */
const WEIGHT_OF_GROUP: Readonly<Record<string, number>> = { Recipes: 1.3, Reference: 0.6 };

/** The list of texts has most words that are searched, and says nothing about them. */
const LISTS = '/docs/texts#';
const WEIGHT_OF_LISTS = 0.1;

/** Indexes passages. `turn` lets other requests run in between. */
export const openSearch = async (passages: readonly Passage[], turn: () => Promise<unknown>): Promise<Search> => {
  const words = new Set<string>();
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const index = new MiniSearch<Passage>({
    fields: ['title', 'names', 'within', 'text', 'code'],
    // The parts of a name in an example say little about the section.
    tokenize: (text, field) => (field === 'code' ? wholeTermsIn(text) : termsIn(text)),
    processTerm(term) {
      words.add(term);
      return term;
    },
    searchOptions: {
      tokenize: (term) => [term],
      processTerm: (term) => term,
      boost: { title: 6, names: 4, within: 2 },
      boostDocument(id) {
        const { kind, group } = byId.get(id)!;
        const weight = WEIGHT[kind] * (WEIGHT_OF_GROUP[group] ?? 1);
        return `${id}`.startsWith(LISTS) ? weight * WEIGHT_OF_LISTS : weight;
      },
    },
  });
  const distinct = [...byId.values()];
  for (let at = 0; at < distinct.length; at += AT_ONCE) {
    index.addAll(distinct.slice(at, at + AT_ONCE));
    await turn();
  }

  const vocabulary = [...words];
  const queryOf = (text: string, combineWith: 'AND' | 'OR'): Query => ({
    combineWith,
    queries: significantTerms(text).map((term) => termQuery(term, vocabulary)),
  });

  return (query) => {
    const text = query.slice(0, MOST_CHARACTERS);
    const asked = [text, ...inOtherWords(text)];
    const ask = (combineWith: 'AND' | 'OR') =>
      index.search({ combineWith: 'OR', queries: asked.map((each) => queryOf(each, combineWith)) });
    const results = significantTerms(text).length === 0 ? [] : ask('AND');
    const found = results.length > 0 ? results : ask('OR');
    return spread(found.map((each) => weighed(each, byId.get(each.id)!, asked)).sort((a, b) => b.score - a.score));
  };
};

/** Words of questions that say nothing about their subject. */
const FILLERS = new Set(
  'a an and are at by can do does for how i in is it my of on or the there to use what with'.split(' '),
);

/** The terms of a query that say something about its subject, at most eight. */
const significantTerms = (text: string): string[] => {
  const terms = wholeTermsIn(text);
  const significant = terms.filter((term) => !FILLERS.has(term));
  return (significant.length > 0 ? significant : terms).slice(0, MOST_TERMS);
};

/** A term as it is or as the beginning of a word; else words that contain it or are similar. */
const termQuery = (term: string, vocabulary: readonly string[]): Query => {
  if (vocabulary.some((word) => word.startsWith(term))) {
    return { queries: [term], prefix: term.length > 1, combineWith: 'OR' };
  }
  const containing = term.length < 3 ? [] : vocabulary.filter((word) => word.includes(term)).slice(0, MOST_WORDS);
  const similar = { queries: [term], fuzzy: editsOf(term) };
  return { queries: [similar, ...containing], combineWith: 'OR' };
};

/** The letters that may be wrong in a word; a digit may not. */
const editsOf = (term: string): number | false => {
  if (/\d/.test(term) || term.length < 4) return false;
  return term.length === 4 ? 1 : 2;
};

interface Weighed {
  readonly passage: Passage;
  readonly terms: ReadonlySet<string>;
  readonly score: number;
}

/** A title or name that is exactly what was asked comes first. */
const weighed = ({ score, terms }: SearchResult, passage: Passage, asked: readonly string[]): Weighed => {
  const isNamed = asked.some((query) => [passage.title, passage.names].some((name) => isSame(name, query)));
  return { passage, terms: new Set(terms), score: isNamed ? score * 4 : score };
};

const isSame = (name: string, query: string): boolean => name !== '' && termsIn(name).join() === termsIn(query).join();

const spread = (weighed: readonly Weighed[]): Found[] => {
  const count = new Map<string, number>();
  return weighed
    .filter(({ passage: { id } }) => {
      const page = id.split('#')[0] ?? '';
      count.set(page, (count.get(page) ?? 0) + 1);
      return count.get(page)! <= MOST_OF_A_PAGE;
    })
    .slice(0, MOST_RESULTS)
    .map(({ passage, terms }) => ({
      href: passage.id,
      title: marked(passage.title, terms),
      within: passage.within,
      sentence: sentenceOf(passage, terms),
    }));
};

/** Names of an example that a result shows. */
const MOST_NAMES = 3;

/** Returns the sentence of a passage with the words that were searched; names of its example if only that has any. */
const sentenceOf = ({ title, text, code }: Passage, terms: ReadonlySet<string>): Marked => {
  const sentence = marked(sentenceWith(text, terms), terms);
  if (sentence.length > 1 || marked(title, terms).length > 1) return sentence;
  const names = code.split(' ').filter((name) => wholeTermsIn(name).some((term) => terms.has(term)));
  const example = names.length > 0 ? `Example: ${names.slice(0, MOST_NAMES).join(', ')}` : '';
  return marked([...sentence, example].join(' ').trim(), terms);
};

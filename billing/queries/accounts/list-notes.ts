import { siteList } from '../site-list.ts';

/** Lists what operators noted on an account. */
export const listNotes = siteList(({ notes }) => notes);

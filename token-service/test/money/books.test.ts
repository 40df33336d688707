import { closesTheBooks, closesTheBooksOfChallenges } from './books.ts';

closesTheBooks(300, 11);

closesTheBooksOfChallenges(150, 2);

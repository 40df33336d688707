import { closesTheBooks, closesTheBooksOfChallenges } from './books.ts';

closesTheBooks(300, 7);

closesTheBooksOfChallenges(150, 2);

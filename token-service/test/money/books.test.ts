import { closesTheBooks, closesTheBooksOfChallenges } from './books.ts';

closesTheBooks(300, 3);

closesTheBooksOfChallenges(150, 1);

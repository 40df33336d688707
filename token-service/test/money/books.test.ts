import { closesTheBooks, closesTheBooksOfChallenges } from './books.ts';

closesTheBooks(300, 5);

closesTheBooksOfChallenges(150, 2);

import { closesTheBooks } from './books.ts';

closesTheBooks(300, 3);

import type { ChallengeTexts } from './challenge-texts.ts';

export const pl: ChallengeTexts = {
  title: 'Potwierdź płatność',
  ask: 'Twój bank chce się upewnić, że to Ty. Wykonaj poniższe kroki; wcześniej nic nie zostanie pobrane.',
  bank: 'Strona Twojego banku',
  wait: 'Łączenie z Twoim bankiem…',
  checking: 'Sprawdzanie w Twoim banku…',
  failed: 'Twój bank nie potwierdził tej płatności. Nic nie zostało pobrane. Spróbuj ponownie lub użyj innej karty.',
  gone: 'Tej płatności nie można już tutaj potwierdzić. Nic nie zostało pobrane. Wróć i zapłać ponownie.',
  timeout:
    'Płatność nie została potwierdzona w ciągu dziesięciu minut. Nic nie zostało pobrane. Wróć i zapłać ponownie.',
  pending: 'Twój bank jeszcze nie odpowiedział. Nic nie zostało pobrane. Spróbuj ponownie za chwilę.',
  offline: 'Usługa płatnicza nie odpowiada. Sprawdź połączenie i spróbuj ponownie.',
  alone: 'Ta strona jest częścią płatności. Wróć na stronę, z której tu trafiasz.',
  close: 'Anuluj i wróć',
  back: 'Wróć do płatności',
  again: 'Spróbuj ponownie',
  restart: 'Nie działa? Wczytaj stronę ponownie',
  returned: 'Twój bank przekierował Cię z powrotem. Zamknij to okno i wróć na stronę, na której płacisz.',
};

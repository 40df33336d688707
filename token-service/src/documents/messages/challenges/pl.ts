import type { ChallengeTexts } from './texts.ts';

export const pl: ChallengeTexts = {
  title: 'Potwierdzenie płatności',
  ask: 'Bank chce się upewnić, że to Państwo płacą. Proszę wykonać poniższe kroki; przed ich ukończeniem nic nie zostanie pobrane.',
  bank: 'Strona banku',
  wait: 'Łączenie z bankiem…',
  checking: 'Sprawdzanie w banku…',
  failed:
    'Bank nie potwierdził tej płatności. Nic nie zostało pobrane. Proszę spróbować ponownie lub użyć innej karty.',
  gone: 'Tej płatności nie można już tutaj potwierdzić. Nic nie zostało pobrane. Proszę wrócić i zapłacić ponownie.',
  timeout:
    'Płatność nie została potwierdzona w ciągu dziesięciu minut. Nic nie zostało pobrane. Proszę wrócić i zapłacić ponownie.',
  pending: 'Bank jeszcze nie odpowiedział. Nic nie zostało pobrane. Proszę spróbować ponownie za chwilę.',
  offline: 'Usługa płatnicza nie odpowiada. Proszę sprawdzić połączenie i spróbować ponownie.',
  alone: 'Ta strona jest częścią płatności. Proszę wrócić na poprzednią stronę.',
  close: 'Anuluj i wróć',
  back: 'Wróć do płatności',
  again: 'Spróbuj ponownie',
  restart: 'Nie działa? Odśwież stronę',
  returned: 'Nastąpił powrót ze strony banku. Proszę zamknąć to okno i kontynuować na stronie płatności.',
};

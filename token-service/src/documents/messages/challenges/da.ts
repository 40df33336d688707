import type { ChallengeTexts } from './texts.ts';

export const da: ChallengeTexts = {
  title: 'Bekræft betalingen',
  ask: 'Din bank vil være sikker på, at det er dig. Følg trinnene nedenfor; der trækkes ikke noget, før du er færdig.',
  bank: 'Din banks side',
  wait: 'Opretter forbindelse til din bank\u00a0…',
  checking: 'Spørger din bank\u00a0…',
  failed: 'Din bank bekræftede ikke betalingen. Der er ikke trukket noget. Prøv igen, eller brug et andet kort.',
  gone: 'Betalingen kan ikke længere bekræftes her. Der er ikke trukket noget. Gå tilbage, og betal igen.',
  timeout:
    'Betalingen blev ikke bekræftet inden for ti minutter. Der er ikke trukket noget. Gå tilbage, og betal igen.',
  pending: 'Din bank har ikke svaret endnu. Der er ikke trukket noget. Prøv igen om et øjeblik.',
  offline: 'Betalingstjenesten svarer ikke. Kontrollér din forbindelse, og prøv igen.',
  alone: 'Denne side hører til en betaling. Gå tilbage til den side, du kom fra.',
  close: 'Annuller, og gå tilbage',
  back: 'Tilbage til betalingen',
  again: 'Prøv igen',
  restart: 'Virker det ikke? Genindlæs siden',
  returned: 'Din bank har sendt dig tilbage. Luk dette vindue, og fortsæt på den side, hvor du var ved at betale.',
};

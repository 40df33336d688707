import type { ChallengeTexts } from './texts.ts';

export const sv: ChallengeTexts = {
  title: 'Godkänn betalningen',
  ask: 'Din bank vill vara säker på att det är du. Följ stegen nedan; inga pengar dras innan du är klar.',
  bank: 'Din banks sida',
  wait: 'Ansluter till din bank\u00a0…',
  checking: 'Frågar din bank\u00a0…',
  failed: 'Din bank bekräftade inte betalningen. Inga pengar har dragits. Försök igen eller använd ett annat kort.',
  gone: 'Betalningen kan inte längre godkännas här. Inga pengar har dragits. Gå tillbaka och betala igen.',
  timeout: 'Betalningen godkändes inte inom tio minuter. Inga pengar har dragits. Gå tillbaka och betala igen.',
  pending: 'Din bank har inte svarat än. Inga pengar har dragits. Försök igen om en stund.',
  offline: 'Betaltjänsten svarar inte. Kontrollera din anslutning och försök igen.',
  alone: 'Den här sidan hör till en betalning. Gå tillbaka till sidan du kom från.',
  close: 'Avbryt och gå tillbaka',
  back: 'Tillbaka till betalningen',
  again: 'Försök igen',
  restart: 'Fungerar det inte? Ladda om sidan',
  returned: 'Din bank har skickat dig tillbaka. Stäng det här fönstret och fortsätt på sidan där du började betala.',
};

import type { ChallengeTexts } from './challenge-texts.ts';

export const sv: ChallengeTexts = {
  title: 'Bekräfta betalningen',
  ask: 'Din bank vill vara säker på att det är du. Följ stegen nedan; inget dras innan du är klar.',
  bank: 'Din banks sida',
  wait: 'Ansluter till din bank…',
  checking: 'Frågar din bank…',
  failed: 'Din bank bekräftade inte betalningen. Inget har dragits. Försök igen eller använd ett annat kort.',
  gone: 'Betalningen kan inte längre bekräftas här. Inget har dragits. Gå tillbaka och betala igen.',
  timeout: 'Betalningen bekräftades inte inom tio minuter. Inget har dragits. Gå tillbaka och betala igen.',
  pending: 'Din bank har inte svarat än. Inget har dragits. Försök igen om en stund.',
  offline: 'Betaltjänsten svarar inte. Kontrollera din anslutning och försök igen.',
  alone: 'Den här sidan hör till en betalning. Gå tillbaka till sidan du kom från.',
  close: 'Avbryt och gå tillbaka',
  back: 'Tillbaka till betalningen',
  again: 'Försök igen',
  restart: 'Fungerar det inte? Ladda om sidan',
  returned: 'Din bank har skickat dig tillbaka. Stäng det här fönstret och fortsätt på sidan där du betalade.',
};

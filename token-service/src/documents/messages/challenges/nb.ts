import type { ChallengeTexts } from './texts.ts';

export const nb: ChallengeTexts = {
  title: 'Bekreft betalingen',
  ask: 'Banken din vil være sikker på at det er deg. Følg trinnene nedenfor; du blir ikke belastet før du er ferdig.',
  bank: 'Siden til banken din',
  wait: 'Kobler til banken din\u00a0…',
  checking: 'Spør banken din\u00a0…',
  failed: 'Banken din bekreftet ikke betalingen. Du er ikke belastet. Prøv igjen, eller bruk et annet kort.',
  gone: 'Betalingen kan ikke lenger bekreftes her. Du er ikke belastet. Gå tilbake og betal på nytt.',
  timeout: 'Betalingen ble ikke bekreftet innen ti minutter. Du er ikke belastet. Gå tilbake og betal på nytt.',
  pending: 'Banken din har ikke svart ennå. Du er ikke belastet. Prøv igjen om litt.',
  offline: 'Betalingstjenesten svarer ikke. Kontroller tilkoblingen, og prøv igjen.',
  alone: 'Denne siden hører til en betaling. Gå tilbake til siden du kom fra.',
  close: 'Avbryt og gå tilbake',
  back: 'Tilbake til betalingen',
  again: 'Prøv igjen',
  restart: 'Virker det ikke? Last siden på nytt',
  returned: 'Banken din har sendt deg tilbake. Lukk dette vinduet, og fortsett på siden der du holdt på å betale.',
};

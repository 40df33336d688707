import type { ChallengeTexts } from './texts.ts';

export const it: ChallengeTexts = {
  title: 'Confermi il pagamento',
  ask: 'La Sua banca vuole essere certa che sia Lei. Segua i passaggi; prima della fine non viene addebitato nulla.',
  bank: 'Pagina della Sua banca',
  wait: 'Connessione alla Sua banca…',
  checking: 'Verifica presso la Sua banca…',
  failed:
    'La Sua banca non ha confermato questo pagamento. Non è stato addebitato nulla. Riprovi o usi un’altra carta.',
  gone: 'Questo pagamento non può più essere confermato qui. Non è stato addebitato nulla. Torni indietro e paghi di nuovo.',
  timeout:
    'Il pagamento non è stato confermato entro dieci minuti. Non è stato addebitato nulla. Torni indietro e paghi di nuovo.',
  pending: 'La Sua banca non ha ancora risposto. Non è stato addebitato nulla. Riprovi tra un momento.',
  offline: 'Il servizio di pagamento non risponde. Controlli la connessione e riprovi.',
  alone: 'Questa pagina fa parte di una procedura di pagamento. Torni alla pagina da cui proviene.',
  close: 'Annulla e torna indietro',
  back: 'Torna al pagamento',
  again: 'Riprova',
  restart: 'Non funziona? Ricarica la pagina',
  returned: 'La Sua banca L’ha rimandata qui. Chiuda questa finestra e prosegua nella pagina in cui stava pagando.',
};

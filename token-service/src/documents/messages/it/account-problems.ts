import type { AccountProblems } from '../en/account-problems.ts';

export const accountProblems: AccountProblems = {
  problems: {
    title: 'Da controllare',
    stale: 'Qualcosa è cambiato da quando ha aperto la pagina. Ecco la situazione attuale.',
    dearer: 'Il prezzo è cambiato da quando ha aperto la pagina. Controlli quello nuovo prima di continuare.',
    busy: 'È in corso un’altra modifica. Attenda un momento e riprovi.',
    underWay:
      'Un tentativo precedente è ancora in verifica presso la Sua banca. Riprovi tra un minuto. Non è stato modificato nulla.',
    repeated: 'Questo modulo è già stato inviato. Apra il Suo account per vedere la situazione attuale.',
    notPossible: 'Al momento non è possibile. Scelga un altro piano o un’altra quantità.',
    payLater:
      'Un nuovo tentativo è possibile solo una volta all’ora. Per pagare subito, sostituisca il metodo di pagamento.',
    tokenGone: 'I dati della carta erano validi solo per pochi minuti. Li inserisca di nuovo.',
    offline: 'Il servizio di pagamento non ha risposto. Controlli la connessione e riprovi.',
    blocked: 'Non è stato possibile caricare i campi della carta. Forse il browser li blocca. Ricarichi la pagina.',
    fields: 'Controlli i campi segnalati.',
  },
  fields: {
    missing: (field) => `Manca: ${field}. Compili questo campo.`,
    invalid: 'Questo dato non può essere usato qui. Rimuova numeri di carta e caratteri insoliti.',
    email: 'Inserisca un indirizzo e-mail, come nome@example.com.',
    tooLong: (most) => `Usi al massimo ${most} caratteri.`,
    inclusion: 'Scelga una voce dell’elenco.',
    phone: 'Inserisca un numero di telefono, come +39 06 1234 5678.',
    country: 'Scelga il Paese dell’indirizzo.',
    vatNumber: 'La Sua partita IVA è di un altro Paese. Ci chieda di modificare il numero e il Paese.',
    postalCode: 'In questo Paese non esiste un CAP di questo tipo. Controlli il CAP e il Paese.',
    postalCodeLike: (example) => `In questo Paese non esiste un CAP di questo tipo. Ne inserisca uno come ${example}.`,
    cardNumber: 'Non scriva qui un numero di carta.',
    quantity: (most) => `Inserisca un numero intero da 1 a ${most}.`,
  },
  declined: {
    refused:
      'La Sua banca ha rifiutato il pagamento. Provi un’altra carta o chiami il numero sul retro di quella rifiutata.',
    funds: 'La disponibilità non è sufficiente per questo pagamento. Provi un’altra carta.',
    expired: 'La carta è scaduta o la data è errata. Controlli la data o provi un’altra carta.',
    number: 'Il numero non è valido. Lo controlli o provi un’altra carta.',
    code: 'Il codice di sicurezza è errato. Lo controlli e riprovi.',
    address: 'L’indirizzo di fatturazione non è quello noto alla Sua banca. Lo controlli e riprovi.',
    brand: 'Questo tipo di carta non è accettato. Provi un’altra carta.',
    wait: 'Ci sono stati troppi tentativi. Attenda un’ora e riprovi.',
    again: 'Il pagamento non è riuscito. Riprovi tra un minuto.',
    confirm: 'La Sua banca Le chiede di confermare questo pagamento, ma qui non è possibile. Provi un’altra carta.',
    method: 'Aggiunga prima un metodo di pagamento.',
    support: 'Il pagamento è stato rifiutato. Provi un’altra carta o ci contatti.',
    noOther: 'Il pagamento è stato rifiutato. Ci contatti.',
  },
  unverified: {
    refused:
      'La Sua banca ha rifiutato questa carta. Non è stato addebitato nulla. Provi un’altra carta o chiami il numero sul retro di quella rifiutata.',
    funds:
      'La Sua banca ha rifiutato questa carta per disponibilità insufficiente. Non è stato addebitato nulla. Provi un’altra carta.',
    again: 'La Sua banca non ha potuto verificarlo al momento. Non è stato addebitato nulla. Riprovi tra un minuto.',
    confirm:
      'La Sua banca Le chiede di confermare questa carta, ma qui non è possibile. Non è stato addebitato nulla. Provi un’altra carta.',
    support: 'Questa carta è stata rifiutata. Non è stato addebitato nulla. Provi un’altra carta o ci contatti.',
    account:
      'La Sua banca ha rifiutato questo conto. Non è stato addebitato nulla. Controlli i numeri o usi una carta.',
  },
  pages: {
    unknownTitle: 'Questo link non funziona',
    unknown: 'Forse è vecchio o incompleto. Apra il link dell’ultimo messaggio ricevuto o ne chieda uno nuovo.',
    expiredTitle: 'Questo link è scaduto',
    expired:
      'I link nei nostri messaggi funzionano per 30 giorni. Possiamo inviarne uno nuovo all’indirizzo e-mail dell’account. Funziona anche il link di un messaggio più recente.',
    sendLink: 'Invia un nuovo link',
    linkSentTitle: 'Controlli la posta',
    linkSent: 'Se il link appartiene a un account, uno nuovo è in arrivo. Ne viene inviato al massimo uno all’ora.',
    signedOutTitle: 'Sessione terminata',
    signedOut: 'Per tornare, apra il link in uno dei messaggi ricevuti.',
    missingTitle: 'Questa pagina non esiste',
    missing: 'Forse la pagina è stata spostata. Apra il link in uno dei messaggi ricevuti.',
    unreadable: 'L’indirizzo di questa pagina non è leggibile. Apra il link in uno dei messaggi ricevuti.',
    expiredForm: 'Questo modulo non è più valido. Apra di nuovo la pagina.',
    tooManyTitle: 'Troppe richieste',
    tooMany: 'Attenda un minuto e riprovi.',
    readOnly: 'Al momento è possibile solo consultare i dati: non si può modificare nulla. Riprovi più tardi.',
    brokenTitle: 'Qualcosa è andato storto',
    broken: 'È colpa nostra, non Sua. Nessun importo è stato addebitato due volte. Riprovi tra un minuto.',
    insecureTitle: 'Questa connessione non è sicura',
    insecure: 'Apra la pagina con un indirizzo che inizia con https.',
    reference: (id) => `Riferimento: ${id}`,
  },
};

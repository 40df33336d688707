/** The texts of the challenge document. */
export interface ChallengeTexts {
  readonly title: string;
  readonly ask: string;
  /** The accessible name of the frame with the bank's page. */
  readonly bank: string;
  readonly wait: string;
  readonly checking: string;
  readonly failed: string;
  /** The confirmation has expired, or was used. */
  readonly gone: string;
  readonly timeout: string;
  readonly pending: string;
  readonly offline: string;
  readonly alone: string;
  readonly close: string;
  readonly back: string;
  readonly again: string;
  readonly restart: string;
}

/** Texts by language. */
export const CHALLENGE_TEXTS: Readonly<Record<string, ChallengeTexts>> = {
  en: {
    title: 'Confirm your payment',
    ask: 'Your bank wants to be sure that it is you. Follow the steps below; nothing is charged before you finish.',
    bank: 'Page of your bank',
    wait: 'Connecting to your bank…',
    checking: 'Checking with your bank…',
    failed: 'Your bank did not confirm this payment. You have not been charged. Try again, or use another card.',
    gone: 'This payment can no longer be confirmed here. You have not been charged. Go back and pay again.',
    timeout: 'The payment was not confirmed within ten minutes. You have not been charged. Go back and pay again.',
    pending: 'Your bank has not answered yet. You have not been charged. Try again in a moment.',
    offline: 'The payment service does not answer. Check your connection, then try again.',
    alone: 'This page is part of a checkout. Go back to the page you came from.',
    close: 'Cancel and go back',
    back: 'Back to payment',
    again: 'Try again',
    restart: 'Not working? Load the page again',
  },
  de: {
    title: 'Zahlung bestätigen',
    ask: 'Ihre Bank möchte sicher sein, dass Sie es sind. Folgen Sie den Schritten unten; vorher wird nichts abgebucht.',
    bank: 'Seite Ihrer Bank',
    wait: 'Verbindung zu Ihrer Bank …',
    checking: 'Ihre Bank wird gefragt …',
    failed:
      'Ihre Bank hat die Zahlung nicht bestätigt. Es wurde nichts abgebucht. Versuchen Sie es noch einmal oder mit einer anderen Karte.',
    gone: 'Diese Zahlung kann hier nicht mehr bestätigt werden. Es wurde nichts abgebucht. Gehen Sie zurück und zahlen Sie noch einmal.',
    timeout:
      'Die Zahlung wurde nicht innerhalb von zehn Minuten bestätigt. Es wurde nichts abgebucht. Gehen Sie zurück und zahlen Sie noch einmal.',
    pending: 'Ihre Bank hat noch nicht geantwortet. Es wurde nichts abgebucht. Versuchen Sie es gleich noch einmal.',
    offline: 'Der Zahlungsdienst antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    alone: 'Diese Seite gehört zu einer Kasse. Gehen Sie zurück auf die Seite, von der Sie kommen.',
    close: 'Abbrechen und zurück',
    back: 'Zurück zur Zahlung',
    again: 'Noch einmal versuchen',
    restart: 'Klappt es nicht? Seite neu laden',
  },
  fr: {
    title: 'Confirmez votre paiement',
    ask: 'Votre banque souhaite s’assurer que c’est bien vous. Suivez les étapes ci-dessous ; rien n’est débité avant.',
    bank: 'Page de votre banque',
    wait: 'Connexion à votre banque…',
    checking: 'Vérification auprès de votre banque…',
    failed: 'Votre banque n’a pas confirmé ce paiement. Rien n’a été débité. Réessayez ou utilisez une autre carte.',
    gone: 'Ce paiement ne peut plus être confirmé ici. Rien n’a été débité. Revenez en arrière et payez à nouveau.',
    timeout:
      'Le paiement n’a pas été confirmé en dix minutes. Rien n’a été débité. Revenez en arrière et payez à nouveau.',
    pending: 'Votre banque n’a pas encore répondu. Rien n’a été débité. Réessayez dans un instant.',
    offline: 'Le service de paiement ne répond pas. Vérifiez votre connexion, puis réessayez.',
    alone: 'Cette page fait partie d’un paiement. Revenez à la page d’où vous venez.',
    close: 'Annuler et revenir',
    back: 'Revenir au paiement',
    again: 'Réessayer',
    restart: 'Un problème ? Recharger la page',
  },
  es: {
    title: 'Confirme el pago',
    ask: 'Su banco quiere asegurarse de que es usted. Siga los pasos de abajo; antes no se cobra nada.',
    bank: 'Página de su banco',
    wait: 'Conectando con su banco…',
    checking: 'Consultando a su banco…',
    failed: 'Su banco no ha confirmado este pago. No se ha cobrado nada. Inténtelo de nuevo o use otra tarjeta.',
    gone: 'Este pago ya no se puede confirmar aquí. No se ha cobrado nada. Vuelva atrás y pague de nuevo.',
    timeout: 'El pago no se confirmó en diez minutos. No se ha cobrado nada. Vuelva atrás y pague de nuevo.',
    pending: 'Su banco aún no ha respondido. No se ha cobrado nada. Inténtelo de nuevo en un momento.',
    offline: 'El servicio de pago no responde. Compruebe su conexión e inténtelo de nuevo.',
    alone: 'Esta página forma parte de un pago. Vuelva a la página de la que viene.',
    close: 'Cancelar y volver',
    back: 'Volver al pago',
    again: 'Intentar de nuevo',
    restart: '¿No funciona? Cargar de nuevo',
  },
  it: {
    title: 'Confermi il pagamento',
    ask: 'La Sua banca vuole essere certa che sia lei. Segua i passaggi qui sotto; prima non viene addebitato nulla.',
    bank: 'Pagina della Sua banca',
    wait: 'Connessione alla Sua banca…',
    checking: 'Verifica presso la Sua banca…',
    failed: 'La Sua banca non ha confermato il pagamento. Non è stato addebitato nulla. Riprovi o usi un’altra carta.',
    gone: 'Questo pagamento non può più essere confermato qui. Non è stato addebitato nulla. Torni indietro e paghi di nuovo.',
    timeout:
      'Il pagamento non è stato confermato entro dieci minuti. Non è stato addebitato nulla. Torni indietro e paghi di nuovo.',
    pending: 'La Sua banca non ha ancora risposto. Non è stato addebitato nulla. Riprovi tra un momento.',
    offline: 'Il servizio di pagamento non risponde. Controlli la connessione e riprovi.',
    alone: 'Questa pagina fa parte di un pagamento. Torni alla pagina da cui proviene.',
    close: 'Annulla e torna indietro',
    back: 'Torna al pagamento',
    again: 'Riprova',
    restart: 'Non funziona? Ricaricare la pagina',
  },
  nl: {
    title: 'Bevestig uw betaling',
    ask: 'Uw bank wil zeker weten dat u het bent. Volg de stappen hieronder; daarvoor wordt niets afgeschreven.',
    bank: 'Pagina van uw bank',
    wait: 'Verbinding met uw bank…',
    checking: 'Uw bank wordt gevraagd…',
    failed:
      'Uw bank heeft deze betaling niet bevestigd. Er is niets afgeschreven. Probeer het opnieuw of gebruik een andere kaart.',
    gone: 'Deze betaling kan hier niet meer worden bevestigd. Er is niets afgeschreven. Ga terug en betaal opnieuw.',
    timeout: 'De betaling is niet binnen tien minuten bevestigd. Er is niets afgeschreven. Ga terug en betaal opnieuw.',
    pending: 'Uw bank heeft nog niet geantwoord. Er is niets afgeschreven. Probeer het zo meteen opnieuw.',
    offline: 'De betaaldienst antwoordt niet. Controleer uw verbinding en probeer het opnieuw.',
    alone: 'Deze pagina hoort bij een betaling. Ga terug naar de pagina waar u vandaan komt.',
    close: 'Annuleren en teruggaan',
    back: 'Terug naar de betaling',
    again: 'Opnieuw proberen',
    restart: 'Werkt het niet? Opnieuw laden',
  },
  pt: {
    title: 'Confirme o pagamento',
    ask: 'O seu banco quer ter a certeza de que é mesmo você. Siga os passos abaixo; antes disso nada é cobrado.',
    bank: 'Página do seu banco',
    wait: 'A ligar ao seu banco…',
    checking: 'A verificar com o seu banco…',
    failed: 'O seu banco não confirmou este pagamento. Nada foi cobrado. Tente novamente ou use outro cartão.',
    gone: 'Este pagamento já não pode ser confirmado aqui. Nada foi cobrado. Volte atrás e pague novamente.',
    timeout: 'O pagamento não foi confirmado em dez minutos. Nada foi cobrado. Volte atrás e pague novamente.',
    pending: 'O seu banco ainda não respondeu. Nada foi cobrado. Tente novamente dentro de momentos.',
    offline: 'O serviço de pagamento não responde. Verifique a sua ligação e tente novamente.',
    alone: 'Esta página faz parte de um pagamento. Volte à página de onde veio.',
    close: 'Cancelar e voltar',
    back: 'Voltar ao pagamento',
    again: 'Tentar novamente',
    restart: 'Não funciona? Carregar de novo',
  },
};

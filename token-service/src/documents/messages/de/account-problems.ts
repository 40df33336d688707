import type { AccountProblems } from '../en/account-problems.ts';

export const accountProblems: AccountProblems = {
  problems: {
    title: 'Bitte prüfen',
    stale: 'Seit Sie die Seite geöffnet haben, hat sich etwas geändert. Die Seite zeigt jetzt den aktuellen Stand.',
    dearer:
      'Der Preis hat sich geändert, seit Sie die Seite geöffnet haben. Prüfen Sie den neuen, bevor Sie fortfahren.',
    busy: 'Es läuft gerade eine andere Änderung. Warten Sie einen Moment und versuchen Sie es noch einmal.',
    underWay:
      'Ein früherer Versuch wird noch mit Ihrer Bank geklärt. Versuchen Sie es in einer Minute noch einmal. Es wurde nichts geändert.',
    repeated: 'Dieses Formular wurde schon gesendet. Öffnen Sie Ihr Konto, um den aktuellen Stand zu sehen.',
    notPossible: 'Das ist zurzeit nicht möglich. Wählen Sie einen anderen Tarif oder eine andere Anzahl.',
    payLater:
      'Ein weiterer Versuch ist einmal pro Stunde möglich. Ersetzen Sie das Zahlungsmittel, um sofort zu bezahlen.',
    tokenGone: 'Die Kartendaten galten nur einige Minuten. Geben Sie sie noch einmal ein.',
    offline: 'Der Zahlungsdienst hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    blocked:
      'Die Kartenfelder konnten nicht geladen werden. Vielleicht blockiert sie Ihr Browser. Laden Sie die Seite neu.',
    fields: 'Bitte prüfen Sie die markierten Felder.',
  },
  fields: {
    missing: (field) => `Es fehlt: ${field}. Füllen Sie dieses Feld aus.`,
    invalid: 'Das kann hier nicht verwendet werden. Entfernen Sie Kartennummern und ungewöhnliche Zeichen.',
    email: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
    tooLong: (most) => `Verwenden Sie höchstens ${most} Zeichen.`,
    inclusion: 'Wählen Sie einen Eintrag der Liste.',
    phone: 'Geben Sie eine Telefonnummer ein, etwa +49 221 123456.',
    country: 'Wählen Sie das Land der Adresse.',
    vatNumber: 'Ihre USt-IdNr. gehört zu einem anderen Land. Bitten Sie uns, Nummer und Land zu ändern.',
    postalCode: 'Eine solche Postleitzahl gibt es in diesem Land nicht. Prüfen Sie Ihre Eingabe.',
    postalCodeLike: (example) =>
      `Eine solche Postleitzahl gibt es in diesem Land nicht. Geben Sie eine wie ${example} ein.`,
    cardNumber: 'Geben Sie hier keine Kartennummer ein.',
    quantity: (most) => `Geben Sie eine ganze Zahl von 1 bis ${most} ein.`,
  },
  declined: {
    refused: 'Ihre Bank hat die Zahlung abgelehnt. Verwenden Sie eine andere Karte oder rufen Sie Ihre Bank an.',
    funds: 'Für diese Zahlung ist nicht genug Geld verfügbar. Verwenden Sie eine andere Karte.',
    expired:
      'Die Karte ist abgelaufen, oder ihr Datum stimmt nicht. Prüfen Sie das Datum oder verwenden Sie eine andere Karte.',
    number: 'Die Nummer ist nicht gültig. Prüfen Sie sie oder verwenden Sie eine andere Karte.',
    code: 'Die Prüfnummer ist falsch. Kontrollieren Sie sie und versuchen Sie es noch einmal.',
    address: 'Die Rechnungsadresse ist nicht die, die Ihre Bank kennt. Prüfen Sie die Adresse.',
    brand: 'Karten dieser Art werden nicht angenommen. Verwenden Sie eine andere Karte.',
    wait: 'Es gab zu viele Versuche. Warten Sie eine Stunde und versuchen Sie es dann noch einmal.',
    again: 'Die Zahlung ist fehlgeschlagen. Versuchen Sie es in einer Minute noch einmal.',
    confirm:
      'Ihre Bank möchte, dass Sie diese Zahlung bestätigen. Das ist hier nicht möglich. Verwenden Sie eine andere Karte.',
    method: 'Fügen Sie zuerst ein Zahlungsmittel hinzu.',
    support: 'Die Zahlung wurde abgelehnt. Verwenden Sie eine andere Karte oder bitten Sie uns um Hilfe.',
    noOther: 'Die Zahlung wurde abgelehnt. Bitten Sie uns um Hilfe.',
  },
  unverified: {
    refused:
      'Ihre Bank hat diese Karte abgelehnt. Es wurde nichts abgebucht. Verwenden Sie eine andere Karte oder rufen Sie Ihre Bank an.',
    funds:
      'Ihre Bank hat diese Karte abgelehnt, weil nicht genug Geld verfügbar ist. Es wurde nichts abgebucht. Verwenden Sie eine andere Karte.',
    again:
      'Ihre Bank konnte das gerade nicht prüfen. Es wurde nichts abgebucht. Versuchen Sie es in einer Minute noch einmal.',
    confirm:
      'Ihre Bank möchte, dass Sie diese Karte bestätigen. Das ist hier nicht möglich. Es wurde nichts abgebucht. Verwenden Sie eine andere Karte.',
    support:
      'Diese Karte wurde abgelehnt. Es wurde nichts abgebucht. Verwenden Sie eine andere Karte oder bitten Sie uns um Hilfe.',
    account:
      'Ihre Bank hat dieses Konto abgelehnt. Es wurde nichts abgebucht. Prüfen Sie die Kontodaten oder verwenden Sie eine Karte.',
  },
  pages: {
    unknownTitle: 'Dieser Link funktioniert nicht',
    unknown:
      'Vielleicht ist er alt oder unvollständig. Öffnen Sie den Link in der neuesten Nachricht, die Sie bekommen haben, oder bitten Sie um einen neuen.',
    expiredTitle: 'Dieser Link ist abgelaufen',
    expired:
      'Die Links in unseren Nachrichten gelten 30 Tage. Wir können einen neuen an die E-Mail-Adresse des Kontos senden. Auch der Link in einer neueren Nachricht funktioniert.',
    sendLink: 'Neuen Link senden',
    linkSentTitle: 'Sehen Sie in Ihrem Postfach nach',
    linkSent: 'Wenn der Link zu einem Konto gehört, ist ein neuer unterwegs. Pro Stunde wird höchstens einer gesendet.',
    signedOutTitle: 'Sie sind abgemeldet',
    signedOut: 'Um zurückzukehren, öffnen Sie den Link in einer der Nachrichten, die Sie bekommen haben.',
    missingTitle: 'Diese Seite gibt es nicht',
    missing:
      'Vielleicht ist die Seite umgezogen. Öffnen Sie den Link in einer der Nachrichten, die Sie bekommen haben.',
    unreadable:
      'Die Adresse dieser Seite ist nicht lesbar. Öffnen Sie den Link in einer der Nachrichten, die Sie bekommen haben.',
    expiredForm: 'Dieses Formular ist nicht mehr gültig. Öffnen Sie die Seite noch einmal.',
    tooManyTitle: 'Zu viele Anfragen',
    tooMany: 'Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    readOnly: 'Zurzeit können Sie hier nur lesen: Es lässt sich nichts ändern. Versuchen Sie es später noch einmal.',
    brokenTitle: 'Etwas ist schiefgegangen',
    broken:
      'Es liegt an uns, nicht an Ihnen. Nichts wurde doppelt abgebucht. Versuchen Sie es in einer Minute noch einmal.',
    insecureTitle: 'Diese Verbindung ist nicht sicher',
    insecure: 'Öffnen Sie die Seite mit einer Adresse, die mit https beginnt.',
    reference: (id) => `Referenz: ${id}`,
  },
};

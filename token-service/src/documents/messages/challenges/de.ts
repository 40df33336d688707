import type { ChallengeTexts } from './texts.ts';

export const de: ChallengeTexts = {
  title: 'Zahlung bestätigen',
  ask: 'Ihre Bank möchte sicher sein, dass Sie es sind. Folgen Sie den Schritten unten. Bis zum Abschluss wird nichts abgebucht.',
  bank: 'Seite Ihrer Bank',
  wait: 'Verbindung zu Ihrer Bank wird hergestellt\u00a0…',
  checking: 'Rückfrage bei Ihrer Bank\u00a0…',
  failed:
    'Ihre Bank hat die Zahlung nicht bestätigt. Es wurde nichts abgebucht. Versuchen Sie es noch einmal oder mit einer anderen Karte.',
  gone: 'Diese Zahlung kann hier nicht mehr bestätigt werden. Es wurde nichts abgebucht. Gehen Sie zurück und zahlen Sie noch einmal.',
  timeout:
    'Die Zahlung wurde nicht innerhalb von zehn Minuten bestätigt. Es wurde nichts abgebucht. Gehen Sie zurück und zahlen Sie noch einmal.',
  pending: 'Ihre Bank hat noch nicht geantwortet. Es wurde nichts abgebucht. Versuchen Sie es gleich noch einmal.',
  offline: 'Der Zahlungsdienst antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  alone: 'Diese Seite gehört zu einem Bezahlvorgang. Gehen Sie zurück auf die Seite, von der Sie kommen.',
  close: 'Abbrechen und zurück',
  back: 'Zurück zur Zahlung',
  again: 'Noch einmal versuchen',
  restart: 'Klappt es nicht? Seite neu laden',
  returned:
    'Ihre Bank hat Sie zurückgeleitet. Schließen Sie dieses Fenster, und fahren Sie auf der Seite fort, auf der Sie die Zahlung begonnen haben.',
};

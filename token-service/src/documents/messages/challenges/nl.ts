import type { ChallengeTexts } from './texts.ts';

export const nl: ChallengeTexts = {
  title: 'Bevestig uw betaling',
  ask: 'Uw bank wil zeker weten dat u het bent. Volg de stappen hieronder. Tot u klaar bent, wordt er niets afgeschreven.',
  bank: 'Pagina van uw bank',
  wait: 'Verbinding maken met uw bank…',
  checking: 'Controle bij uw bank…',
  failed:
    'Uw bank heeft deze betaling niet bevestigd. Er is niets afgeschreven. Probeer het opnieuw of gebruik een andere kaart.',
  gone: 'Deze betaling kan hier niet meer worden bevestigd. Er is niets afgeschreven. Ga terug en betaal opnieuw.',
  timeout: 'De betaling is niet binnen tien minuten bevestigd. Er is niets afgeschreven. Ga terug en betaal opnieuw.',
  pending: 'Uw bank heeft nog niet gereageerd. Er is niets afgeschreven. Probeer het zo meteen opnieuw.',
  offline: 'De betaaldienst reageert niet. Controleer uw verbinding en probeer het opnieuw.',
  alone: 'Deze pagina hoort bij een betaling. Ga terug naar de pagina waar u vandaan komt.',
  close: 'Annuleren en teruggaan',
  back: 'Terug naar de betaling',
  again: 'Opnieuw proberen',
  restart: 'Werkt het niet? Laad de pagina opnieuw',
  returned: 'Uw bank heeft u teruggestuurd. Sluit dit venster en ga verder op de pagina waar u aan het betalen was.',
};

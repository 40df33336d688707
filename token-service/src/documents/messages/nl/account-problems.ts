import type { AccountProblems } from '../en/account-problems.ts';

export const accountProblems: AccountProblems = {
  problems: {
    title: 'Controleer dit',
    stale: 'Er is iets veranderd sinds u de pagina opende. De pagina toont nu de actuele situatie.',
    dearer: 'De prijs is veranderd sinds u de pagina opende. Controleer de nieuwe voordat u verdergaat.',
    busy: 'Er loopt een andere wijziging. Wacht even en probeer het opnieuw.',
    underWay:
      'Een eerdere poging wordt nog bij uw bank gecontroleerd. Probeer het over een minuut opnieuw. Er is niets gewijzigd.',
    repeated: 'Dit formulier is al verzonden. Open uw account om de actuele situatie te zien.',
    notPossible: 'Dit is op dit moment niet mogelijk. Kies een ander abonnement of een ander aantal.',
    payLater: 'Opnieuw afschrijven kan één keer per uur. Vervang de betaalmethode om meteen te betalen.',
    tokenGone: 'De kaartgegevens waren maar een paar minuten geldig. Vul ze opnieuw in.',
    offline: 'De betaaldienst reageerde niet. Controleer uw verbinding en probeer het opnieuw.',
    blocked: 'De kaartvelden konden niet worden geladen. Misschien blokkeert uw browser ze. Laad de pagina opnieuw.',
    fields: 'Controleer de gemarkeerde velden.',
  },
  fields: {
    missing: (field) => `Dit ontbreekt nog: ${field}. Vul dit veld in.`,
    invalid: 'Dit kan hier niet worden gebruikt. Verwijder kaartnummers en ongebruikelijke tekens.',
    email: 'Vul een e-mailadres in, zoals naam@example.com.',
    tooLong: (most) => `Gebruik maximaal ${most} tekens.`,
    inclusion: 'Kies uit de lijst.',
    phone: 'Vul een telefoonnummer in, zoals +31 20 123 4567.',
    country: 'Kies het land van het adres.',
    vatNumber: 'Uw btw-nummer hoort bij een ander land. Vraag ons om het nummer en het land te wijzigen.',
    postalCode: 'Zo’n postcode heeft dit land niet. Controleer de postcode.',
    postalCodeLike: (example) => `Zo’n postcode heeft dit land niet. Vul er een in zoals ${example}.`,
    cardNumber: 'Vul hier geen kaartnummer in.',
    quantity: (most) => `Vul een heel getal in van 1 tot en met ${most}.`,
  },
  declined: {
    refused: 'Uw bank heeft de betaling geweigerd. Probeer een andere kaart of bel uw bank.',
    funds: 'Er is niet genoeg geld beschikbaar voor deze betaling. Probeer een andere kaart.',
    expired: 'De kaart is verlopen of de datum klopt niet. Controleer de datum of gebruik een andere kaart.',
    number: 'Het nummer is niet geldig. Controleer het of probeer een andere kaart.',
    code: 'De beveiligingscode klopt niet. Controleer de code en probeer het opnieuw.',
    address: 'Het factuuradres is niet het adres dat uw bank kent. Controleer het adres.',
    brand: 'Dit soort kaart wordt niet geaccepteerd. Probeer een andere kaart.',
    wait: 'Er waren te veel pogingen. Wacht een uur en probeer het opnieuw.',
    again: 'De betaling is niet gelukt. Probeer het over een minuut opnieuw.',
    confirm: 'Uw bank vraagt u deze betaling te bevestigen, wat hier niet kan. Probeer een andere kaart.',
    method: 'Voeg eerst een betaalmethode toe.',
    support: 'De betaling is geweigerd. Probeer een andere kaart of vraag ons om hulp.',
  },
  unverified: {
    refused: 'Uw bank heeft deze kaart geweigerd. Er is niets afgeschreven. Probeer een andere kaart of bel uw bank.',
    funds:
      'Uw bank heeft deze kaart geweigerd, omdat er niet genoeg geld beschikbaar is. Er is niets afgeschreven. Probeer een andere kaart.',
    again:
      'Uw bank kon dit op dit moment niet controleren. Er is niets afgeschreven. Probeer het over een minuut opnieuw.',
    confirm:
      'Uw bank vraagt u deze kaart te bevestigen, wat hier niet kan. Er is niets afgeschreven. Probeer een andere kaart.',
    support: 'Deze kaart is geweigerd. Er is niets afgeschreven. Probeer een andere kaart of vraag ons om hulp.',
    account:
      'Uw bank heeft deze rekening geweigerd. Er is niets afgeschreven. Controleer de rekeninggegevens of gebruik een kaart.',
  },
  pages: {
    unknownTitle: 'Deze link werkt niet',
    unknown:
      'Misschien is hij oud of onvolledig. Open de link in het laatste bericht dat u kreeg of vraag een nieuwe aan.',
    expiredTitle: 'Deze link is verlopen',
    expired:
      'De links in onze berichten werken 30 dagen. We kunnen een nieuwe sturen naar het e-mailadres van het account. De link in een nieuwer bericht werkt ook.',
    sendLink: 'Nieuwe link sturen',
    linkSentTitle: 'Kijk in uw mail',
    linkSent: 'Als de link bij een account hoort, is een nieuwe onderweg. Er wordt er hoogstens één per uur gestuurd.',
    signedOutTitle: 'U bent uitgelogd',
    signedOut: 'Om terug te komen opent u de link in een van de berichten die u kreeg.',
    missingTitle: 'Deze pagina bestaat niet',
    missing: 'Misschien is de pagina verplaatst. Open de link in een van de berichten die u kreeg.',
    unreadable: 'Het adres van deze pagina is niet leesbaar. Open de link in een van de berichten die u kreeg.',
    expiredForm: 'Dit formulier is niet meer geldig. Open de pagina opnieuw.',
    tooManyTitle: 'Te veel verzoeken',
    tooMany: 'Wacht een minuut en probeer het opnieuw.',
    readOnly: 'Op dit moment kunt u hier alleen lezen: er kan niets worden gewijzigd. Probeer het later opnieuw.',
    brokenTitle: 'Er ging iets mis',
    broken: 'Het ligt aan ons, niet aan u. Er is niets dubbel afgeschreven. Probeer het over een minuut opnieuw.',
    insecureTitle: 'Deze verbinding is niet veilig',
    insecure: 'Open de pagina met een adres dat met https begint.',
    reference: (id) => `Referentie: ${id}`,
  },
};

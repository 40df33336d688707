import type { AccountProblems } from '../en/account-problems.ts';

export const accountProblems: AccountProblems = {
  problems: {
    title: 'Proszę sprawdzić',
    stale: 'Od otwarcia strony coś się zmieniło. Tak wygląda to teraz.',
    dearer: 'Od otwarcia strony zmieniła się cena. Proszę sprawdzić nową przed przejściem dalej.',
    busy: 'Trwa inna zmiana. Proszę chwilę odczekać i spróbować ponownie.',
    underWay:
      'Wcześniejsza próba jest jeszcze sprawdzana w banku. Proszę spróbować ponownie za minutę. Niczego nie zmieniono.',
    repeated: 'Ten formularz został już wysłany. Aby zobaczyć aktualny stan, proszę otworzyć stronę konta.',
    notPossible: 'W tej chwili nie jest to możliwe. Proszę wybrać inny plan lub inną ilość.',
    payLater: 'Ponowić próbę można raz na godzinę. Aby zapłacić od razu, proszę zmienić metodę płatności.',
    tokenGone: 'Dane karty były ważne tylko kilka minut. Proszę wpisać je jeszcze raz.',
    offline: 'Usługa płatnicza nie odpowiedziała. Proszę sprawdzić połączenie i spróbować ponownie.',
    blocked: 'Nie udało się wczytać pól karty. Być może blokuje je przeglądarka. Proszę odświeżyć stronę.',
    fields: 'Niektóre pola wymagają poprawienia.',
  },
  fields: {
    missing: (field) => `Proszę wypełnić pole: ${field}.`,
    invalid: 'Tego nie można tu użyć. Proszę usunąć numery kart i nietypowe znaki.',
    email: 'Proszę wpisać adres e-mail, na przykład imie@example.com.',
    tooLong: (most) => `Proszę wpisać najwyżej tyle znaków: ${most}.`,
    inclusion: 'Proszę wybrać pozycję z listy.',
    phone: 'Proszę wpisać numer telefonu, na przykład +48 22 123 45 67.',
    country: 'Proszę wybrać kraj adresu.',
    vatNumber: 'Państwa numer VAT pochodzi z innego kraju. Proszę zwrócić się do nas o zmianę numeru i kraju.',
    postalCode: 'W tym kraju nie ma takiego kodu pocztowego. Proszę go sprawdzić.',
    postalCodeLike: (example) => `W tym kraju nie ma takiego kodu pocztowego. Proszę wpisać kod taki jak ${example}.`,
    cardNumber: 'Proszę nie wpisywać tu numeru karty.',
    quantity: (most) => `Proszę wpisać liczbę całkowitą od 1 do ${most}.`,
  },
  declined: {
    refused:
      'Bank odrzucił płatność. Proszę spróbować z inną kartą lub zadzwonić do banku, który wydał odrzuconą kartę.',
    funds: 'Na tę płatność brakuje dostępnych środków. Proszę spróbować z inną kartą.',
    expired: 'Karta straciła ważność lub data jest błędna. Proszę sprawdzić datę lub użyć innej karty.',
    number: 'Numer jest nieprawidłowy. Proszę go sprawdzić lub użyć innej karty.',
    code: 'Kod CVC/CVV jest błędny. Proszę go sprawdzić i spróbować ponownie.',
    address: 'Adres rozliczeniowy nie zgadza się z adresem znanym bankowi. Proszę go sprawdzić.',
    brand: 'Karty tego typu nie są akceptowane. Proszę spróbować z inną kartą.',
    wait: 'Było zbyt wiele prób. Proszę odczekać godzinę i spróbować ponownie.',
    again: 'Płatność się nie powiodła. Proszę spróbować ponownie za minutę.',
    confirm: 'Bank prosi o potwierdzenie tej płatności, co tutaj nie jest możliwe. Proszę spróbować z inną kartą.',
    method: 'Proszę najpierw dodać metodę płatności.',
    support: 'Płatność została odrzucona. Proszę spróbować z inną kartą lub poprosić nas o pomoc.',
    noOther: 'Płatność została odrzucona. Proszę zwrócić się do nas o pomoc.',
  },
  unverified: {
    refused:
      'Bank odrzucił tę kartę. Nic nie zostało pobrane. Proszę spróbować z inną kartą lub zadzwonić do banku, który wydał odrzuconą kartę.',
    funds:
      'Bank odrzucił tę kartę z powodu braku dostępnych środków. Nic nie zostało pobrane. Proszę spróbować z inną kartą.',
    again: 'Bank nie mógł tego teraz sprawdzić. Nic nie zostało pobrane. Proszę spróbować ponownie za minutę.',
    confirm:
      'Bank prosi o potwierdzenie tej karty, co tutaj nie jest możliwe. Nic nie zostało pobrane. Proszę spróbować z inną kartą.',
    support:
      'Ta karta została odrzucona. Nic nie zostało pobrane. Proszę spróbować z inną kartą lub poprosić nas o pomoc.',
    account: 'Bank odrzucił ten rachunek. Nic nie zostało pobrane. Proszę sprawdzić numery lub użyć karty.',
  },
  pages: {
    unknownTitle: 'Ten link nie działa',
    unknown:
      'Może być stary lub niepełny. Proszę otworzyć link z najnowszej otrzymanej wiadomości lub poprosić o nowy.',
    expiredTitle: 'Ten link wygasł',
    expired:
      'Linki z naszych wiadomości działają przez 30 dni. Nowy możemy wysłać na adres e-mail konta. Działa też link z nowszej wiadomości.',
    sendLink: 'Wyślij nowy link',
    linkSentTitle: 'Proszę sprawdzić pocztę',
    linkSent: 'Jeśli link należy do konta, nowy jest już w drodze. Wysyłamy najwyżej jeden na godzinę.',
    signedOutTitle: 'Wylogowano',
    signedOut: 'Aby wrócić, proszę otworzyć link z jednej z otrzymanych wiadomości.',
    missingTitle: 'Ta strona nie istnieje',
    missing: 'Być może została przeniesiona. Proszę otworzyć link z jednej z otrzymanych wiadomości.',
    unreadable: 'Nie można odczytać adresu tej strony. Proszę otworzyć link z jednej z otrzymanych wiadomości.',
    expiredForm: 'Ten formularz stracił ważność. Proszę otworzyć stronę ponownie.',
    tooManyTitle: 'Zbyt wiele żądań',
    tooMany: 'Proszę odczekać minutę i spróbować ponownie.',
    readOnly: 'W tej chwili można tu tylko przeglądać dane: nic nie można zmienić. Proszę spróbować ponownie później.',
    brokenTitle: 'Coś poszło nie tak',
    broken: 'To nasz błąd, nie Państwa. Nic nie zostało pobrane dwa razy. Proszę spróbować ponownie za minutę.',
    insecureTitle: 'To połączenie nie jest bezpieczne',
    insecure: 'Proszę otworzyć stronę pod adresem zaczynającym się od https.',
    reference: (id) => `Identyfikator: ${id}`,
  },
};

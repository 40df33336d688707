{
  // The bank's page may have put frames of its own between this document and the challenge, and around the challenge is
  // the merchant's page. Only documents of this origin are told, and only that the bank has returned the customer.
  const message = { service: 'three-d-secure', kind: 'returned' };
  const isOurs = (other) => {
    try {
      return other.location.origin === location.origin;
    } catch {
      return false;
    }
  };
  const tell = (other) => {
    if (other && other !== window && isOurs(other)) other.postMessage(message, location.origin);
  };
  for (let each = parent; ; each = each.parent) {
    tell(each);
    if (each === each.parent) break;
  }
  tell(opener);
  if (parent === window) {
    const texts = JSON.parse(document.getElementById('texts').textContent);
    const language = chooseLanguage(navigator.languages, Object.keys(texts)) ?? 'en';
    const { returned, back } = texts[language];
    document.documentElement.lang = language;
    document.documentElement.dir = /^(ar|he)$/.test(language) ? 'rtl' : 'ltr';
    document.title = back;
    document.getElementById('returned').textContent = returned;
    document.body.hidden = false;
  }
}

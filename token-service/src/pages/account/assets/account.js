// Every page works without this script. It keeps a form from being sent twice, and moves the focus to what went wrong.

for (const form of document.querySelectorAll('form[method="post"]')) {
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = 'yes';
    form.querySelector('button[type="submit"]')?.setAttribute('aria-disabled', 'true');
  });
}

// The fields of an address, in the order of its country. What was typed stays in them.
for (const parts of document.querySelectorAll('[data-orders]')) {
  const orders = JSON.parse(parts.dataset.orders);
  document.getElementById('country').addEventListener('change', ({ target }) => {
    const order = orders[target.value] ?? orders[''];
    parts.append(...order.map((part) => parts.querySelector(`[data-part="${part}"]`)));
  });
}

// A link to the explanation of an amount opens it.
if (location.hash === '#why') document.getElementById('why')?.setAttribute('open', '');

// A page from the back button's memory may be sent again: the service answers it once.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  location.reload();
});

// A frame later, browsers have moved the focus to `autofocus` themselves; a focus before that makes them complain.
requestAnimationFrame(() => {
  const first = document.querySelector('[autofocus], .done, .alert [tabindex]');
  if (document.activeElement === document.body) first?.focus({ preventScroll: first.matches('.done') });
});

// Every page works without this script. It adds keys, the choice of columns, copy buttons, and keeps forms from being
// sent twice.

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

const say = (text) => {
  $('#spoken').textContent = text;
};

// The notice of an action is read once: a reload or a shared link does not repeat it.
if (location.search.includes('notice=')) {
  const address = new URL(location.href);
  address.searchParams.delete('notice');
  history.replaceState(null, '', address);
}

for (const form of all('form[method="post"]')) {
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = 'yes';
    for (const button of all('button[type="submit"]', form)) button.setAttribute('aria-disabled', 'true');
  });
}

// What is typed for one of several ways chooses that way; another way that is chosen drops it.
for (const field of all('[data-chooses]')) {
  const [name, value] = field.dataset.chooses.split('=');
  const ways = all(`input[type="radio"][name="${name}"]`, field.form);
  const empty = field.type === 'number' ? '0' : '';
  field.addEventListener('input', () => {
    if (field.value === '' || field.value === empty) return;
    for (const way of ways) if (way.value === value && !way.checked) way.click();
  });
  for (const way of ways) {
    way.addEventListener('change', () => {
      if (way.value !== value) field.value = empty;
    });
  }
}

// A page from the back button's memory is made again: its forms have been sent.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

for (const button of all('[data-copy]')) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = 'Copied';
    say('Copied');
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
}

// Columns are kept in the address, in the order of the table.
for (const form of all('form.filters')) {
  const hidden = $('input[name="columns"]', form);
  const boxes = all('[data-column]', form);
  for (const box of boxes) {
    box.addEventListener('change', () => {
      hidden.disabled = false;
      hidden.value = boxes
        .filter(({ checked }) => checked)
        .map(({ dataset }) => dataset.column)
        .join(',');
    });
  }
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
}

const box = $('#q');

// A card number does not leave the browser.
const isCardNumber = (text) => /(?:^|\D)(?:\d[ -]?){12,18}\d(?:\D|$)/.test(text);
// Nor does the beginning of one while it is typed: of a card no more than the first six digits may be known.
const mayBecomeCardNumber = (text) => /(?:^|[^\da-z-])(?:\d{7}|\d{4}[ -]\d{3}|(?:\d[ -]?){9})/i.test(text);
box?.form.addEventListener('submit', (event) => {
  if (isCardNumber(box.value)) {
    event.preventDefault();
    box.value = '';
    location.assign(`${box.form.getAttribute('action')}?card_number=yes`);
  } else if (box.value.trim() === '') {
    event.preventDefault();
  }
});

// Suggestions while typing, a short time after the last key.
if (box) {
  const list = document.createElement('div');
  list.className = 'suggestions';
  list.id = 'suggestions';
  list.hidden = true;
  box.form.append(list);
  box.setAttribute('role', 'combobox');
  box.setAttribute('aria-controls', 'suggestions');
  box.setAttribute('aria-expanded', 'false');
  box.setAttribute('aria-autocomplete', 'list');
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Results');
  let timer;
  let asked = 0;
  let chosen = -1;
  const options = () => all('a', list);
  const show = (open) => {
    list.hidden = !open;
    box.setAttribute('aria-expanded', String(open));
    if (!open) choose(-1);
  };
  const choose = (index) => {
    chosen = index;
    for (const [at, option] of options().entries()) option.setAttribute('aria-selected', String(at === index));
    if (index < 0) box.removeAttribute('aria-activedescendant');
    else box.setAttribute('aria-activedescendant', options()[index].id);
  };
  const suggest = async () => {
    const text = box.value.trim();
    asked += 1;
    const own = asked;
    if (text.length < 2 || mayBecomeCardNumber(text)) return show(false);
    const query = new URLSearchParams({ q: text, format: 'json' });
    const response = await fetch(`${box.form.getAttribute('action')}?${query}`).catch(() => undefined);
    if (!response?.ok || own !== asked) return;
    const { hits, hint } = await response.json();
    if (own !== asked) return;
    list.replaceChildren(
      ...hits.map(({ href, title, detail, kind }, index) => {
        const option = document.createElement('a');
        option.id = `suggestion-${index}`;
        option.href = href;
        option.tabIndex = -1;
        option.setAttribute('role', 'option');
        option.setAttribute('aria-selected', 'false');
        const parts = [
          ['kind', kind],
          ['title', title],
          ['quiet', detail],
        ].map(([name, words]) => {
          const part = document.createElement('span');
          part.className = name;
          part.textContent = words;
          return part;
        });
        option.append(...parts);
        return option;
      }),
    );
    if (hint) {
      const words = document.createElement('p');
      words.className = 'empty';
      words.textContent = hint;
      list.append(words);
    }
    show(hits.length > 0 || Boolean(hint));
    say(hint ?? `${hits.length} results`);
  };
  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, 120);
  });
  box.addEventListener('keydown', (event) => {
    const count = options().length;
    if (event.key === 'Escape') show(false);
    if (list.hidden || count === 0) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose((chosen + (event.key === 'ArrowDown' ? 1 : -1) + count) % count);
    } else if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault();
      location.assign(options()[chosen].href);
    }
  });
  box.form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!box.form.contains(relatedTarget)) show(false);
  });
}

// Keys. Nothing happens while something is typed.
const isTyping = ({ target }) => target.closest?.('input, textarea, select, [contenteditable]') !== null;
const rows = () => all('main a.row-link');
let row = -1;
let waitsForTarget = false;

const moveTo = (index) => {
  const links = rows();
  if (links.length === 0) return;
  row = Math.min(Math.max(index, 0), links.length - 1);
  links[row].focus();
};

const isNarrow = matchMedia('(max-width: 960px)').matches;

/** Closes the actions or the menu that are unfolded, and puts the focus where they were opened. */
const closeFolded = () => {
  const folded = $(isNarrow ? 'details.more[open], details.menu[open]' : 'details.more[open]');
  if (!folded) return false;
  folded.open = false;
  $('summary', folded).focus();
  return true;
};

addEventListener('keydown', (event) => {
  const { key } = event;
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'k' && box) {
    event.preventDefault();
    box.focus();
    box.select();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || $('dialog[open]')) return;
  if (key === 'Escape' && closeFolded()) return;
  if (waitsForTarget) {
    waitsForTarget = false;
    const target = $(`[data-go="${CSS.escape(key)}"]`);
    if (target) {
      event.preventDefault();
      location.assign(target.href);
    }
    return;
  }
  const current = rows().indexOf(document.activeElement);
  const keys = {
    '/': () => box?.focus(),
    g: () => {
      waitsForTarget = true;
      setTimeout(() => {
        waitsForTarget = false;
      }, 1500);
    },
    j: () => moveTo((current < 0 ? row : current) + 1),
    k: () => moveTo((current < 0 ? row : current) - 1),
    o: () => rows()[current < 0 ? row : current]?.click(),
    '?': () => $('#keys')?.showModal(),
  };
  const act = keys[key] ?? (/^[a-z]$/.test(key) ? () => $(`[data-key="${key}"]`)?.click() : undefined);
  if (!act) return;
  if (key in keys || $(`[data-key="${key}"]`)) event.preventDefault();
  act();
});

// On a narrow screen the menu is closed until it is asked for.
const menu = $('details.menu');
if (menu && isNarrow) menu.open = false;

requestAnimationFrame(() => {
  if (document.activeElement === document.body) $('.notice, .trouble')?.focus({ preventScroll: true });
});

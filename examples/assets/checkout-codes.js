/** The coupon and the gift card: a link each, which opens its field. */

/** Opens the fields in `form` that a code is already in: from the address of the page, or restored by the browser. */
export const codesIn = (form) => {
  const given = new URLSearchParams(location.search);
  const links = [...form.querySelectorAll('[data-opens]')];

  const open = (link, input) => {
    document.getElementById(link.getAttribute('aria-controls')).hidden = false;
    link.hidden = true;
    link.setAttribute('aria-expanded', 'true');
    return input;
  };

  for (const link of links) {
    const input = form.elements[link.dataset.opens];
    input.value ||= (given.get(input.name) ?? '').slice(0, input.maxLength);
    if (input.value) open(link, input);
    else link.hidden = false;
    link.addEventListener('click', () => open(link, input).focus());
  }
};

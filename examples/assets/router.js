/**
 * Shows one view at a time, by the hash of the address. `views` is `{name: enter}`; `enter(place)` fills the view and
 * may return a function to call when it is left. `onChange` gets the name of each view that is shown.
 */
export const router = (place, views, onChange) => {
  const [first] = Object.keys(views);
  let leave;

  const show = () => {
    const wanted = location.hash.slice(1);
    const name = Object.hasOwn(views, wanted) ? wanted : first;
    leave?.();
    place.replaceChildren(document.getElementById(name).content.cloneNode(true));
    leave = views[name](place);
    onChange(name);
  };

  addEventListener('hashchange', () => {
    show();
    // A view that changes without a reload has to be announced.
    place.querySelector('h1').focus();
  });
  show();
};

{
  const agreement = JSON.parse(document.body.dataset.agreement ?? 'null');
  const opener = window.opener;
  const views = [...document.querySelectorAll('main > :is(form, section)')];
  const [form, agree, cancel, problem] = ['form', '.main', '#cancel', '.problem'].map((found) =>
    document.querySelector(found),
  );

  const show = (id) => {
    for (const view of views) view.hidden = view.id !== id;
    document.querySelector(`#${id} h1`).focus();
  };

  let answered = false;
  /** Posts the only message to the opening page, then closes this window, or says that it can be closed. */
  const answer = (outcome) => {
    if (answered) return;
    answered = true;
    opener.postMessage({ service: 'wallet', state: agreement.state, ...outcome }, agreement.origin);
    if (!agreement.refusal) show('done');
    window.close();
  };

  const report = ({ code, message }) => {
    const known = code === 'wallet-not-configured' || code === 'invalid-public-key';
    answer({ outcome: 'error', code: known ? code : 'wallet-error', message });
  };

  const busy = (is) => {
    agree.setAttribute('aria-disabled', String(is));
    agree.textContent = is ? 'Agreeing…' : 'Agree';
  };

  const send = async () => {
    const body = new URLSearchParams({
      key: agreement.key,
      version: agreement.version,
      buyer: new FormData(form).get('buyer'),
    });
    const response = await fetch('agreements', { method: 'POST', body, credentials: 'omit', cache: 'no-store' });
    return response.json();
  };

  const submit = async (event) => {
    event.preventDefault();
    if (agree.getAttribute('aria-disabled') === 'true') return;
    busy(true);
    problem.textContent = '';
    try {
      const { error, id, type } = await send();
      if (error) report(error);
      else answer({ outcome: 'agreed', token: { id, type } });
    } catch {
      busy(false);
      problem.textContent = 'The wallet did not answer. Check your connection and agree again, or cancel.';
    }
  };

  if (agreement && !opener) show('alone');
  else if (agreement?.refusal) report(agreement.refusal);
  else if (agreement) {
    form.hidden = false;
    form.addEventListener('submit', submit);
    cancel.addEventListener('click', () => answer({ outcome: 'canceled' }));
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') answer({ outcome: 'canceled' });
    });
  }
}

// The page of the customer's bank, and the form that is sent again once the customer has confirmed.

const form = document.getElementById('confirmed');
const problem = document.getElementById('problem');
const again = document.getElementById('again');
/** The button of a form that can be sent again without a result, for another challenge. */
const retry = document.getElementById('retry');
const other = document.getElementById('other');
const { key, token: actionTokenId, locale } = form.dataset;
const words = JSON.parse(form.dataset.words);
const texts = JSON.parse(form.dataset.own);
const service = window.service;

const stop = (text) => {
  if (other) other.hidden = false;
  problem.textContent = text;
  problem.focus();
};

const send = ({ id }) => {
  form.elements.result.value = id;
  form.submit();
};

const open = () => {
  service.configure(key);
  const challenge = service.Risk().ThreeDSecure({ actionTokenId, locale, texts });
  const attach = () => {
    again.hidden = true;
    if (other) other.hidden = true;
    problem.textContent = '';
    challenge.attach('#challenge');
  };
  challenge.on('token', send);
  challenge.on('error', ({ code }) => {
    challenge.remove();
    const canContinue = code !== 'three-d-secure-failed' && code !== 'not-found';
    again.hidden = !canContinue;
    if (retry) retry.hidden = canContinue;
    stop(!canContinue ? words.failed : code.startsWith('three-d-secure') ? words.canceled : words.offline);
  });
  again.addEventListener('click', attach);
  attach();
};

if (service && key) open();
else stop(words.offline);

{
  /** Milliseconds. */
  const LIMIT = 10 * 60_000;
  /** Milliseconds to wait before each request for the outcome. */
  const PAUSES = [1000, 2000, 3000, 4000, 5000, 5000, 5000];
  /** Errors after which the same challenge cannot be continued; all others can be tried again. */
  const FINAL = ['three-d-secure-failed', 'not-found', 'invalid-public-key', 'https-required'];

  const find = (id) => document.getElementById(id);
  const [title, ask, close, bank, wait, end, reason, again, leave, restart] = [
    'title',
    'ask',
    'close',
    'bank',
    'wait',
    'end',
    'reason',
    'again',
    'leave',
    'restart',
  ].map(find);
  const catalogue = JSON.parse(find('texts').textContent);
  let texts = catalogue.en;

  const readAddress = () => {
    try {
      const { protocol, channel, origin } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
      return protocol === 1 && typeof channel === 'string' && new URL(origin).origin === origin
        ? { channel, origin }
        : undefined;
    } catch {
      return undefined;
    }
  };

  /** `own`: texts of the page that embeds this document, over those of the language. */
  const write = (languages, own = {}) => {
    const language = chooseLanguage(languages.map(String), Object.keys(catalogue)) ?? 'en';
    texts = { ...catalogue[language] };
    for (const [name, text] of Object.entries(own)) {
      if (Object.hasOwn(texts, name) && typeof text === 'string' && text.trim()) texts[name] = text.slice(0, 1000);
    }
    document.documentElement.lang = language;
    document.documentElement.dir = /^(ar|he)$/.test(language) ? 'rtl' : 'ltr';
    document.title = title.textContent = texts.title;
    ask.textContent = texts.ask;
    bank.title = texts.bank;
    close.setAttribute('aria-label', texts.close);
    leave.textContent = texts.back;
    again.textContent = texts.again;
    restart.textContent = texts.restart;
  };

  /** `starting` until the bank's page is there, `bank`, `checking` after it, or `end` with a reason. */
  let stage = 'starting';

  const show = (next, text = '') => {
    stage = next;
    wait.hidden = stage !== 'starting' && stage !== 'checking';
    end.hidden = stage !== 'end';
    // Out of reach of the keyboard, but loading.
    bank.toggleAttribute('data-covered', stage !== 'bank');
    restart.parentElement.hidden = stage !== 'bank';
    ask.hidden = stage === 'end';
    if (!wait.hidden) wait.lastElementChild.textContent = text;
    if (!end.hidden) reason.textContent = text;
  };

  const address = readAddress();
  /** The data that the page sent: key, version and action token. */
  let session;
  let port;
  let isOver = false;
  let deadline = Number.POSITIVE_INFINITY;
  /** Counts starts, so that the answer to an earlier one changes nothing. */
  let run = 0;

  const report = (message) => port?.postMessage(message);

  const post = async (path) => {
    const { key, version, actionTokenId } = session;
    const response = await fetch(`three_d_secure/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ key, version, action_token_id: actionTokenId }),
      credentials: 'omit',
      cache: 'no-store',
    });
    const { error, ...answer } = await response.json();
    if (error) throw error;
    return answer;
  };

  const stop = (text, code, message) => {
    if (isOver) return;
    isOver = true;
    run++;
    bank.removeAttribute('src');
    again.hidden = true;
    leave.className = '';
    show('end', text);
    leave.focus();
    report({ kind: 'error', code, message });
  };

  const interrupt = (text) => {
    again.hidden = false;
    leave.className = 'second';
    show('end', text);
    again.focus();
  };

  /** An error of the service or of the network. */
  const failed = (error) => {
    const { code = 'api-error', message = 'The payment service did not answer.' } = error ?? {};
    if (FINAL.includes(code)) {
      const text = code === 'three-d-secure-failed' ? texts.failed : texts.gone;
      stop(text, code, message);
    } else interrupt(code === 'three-d-secure-pending' ? texts.pending : texts.offline);
  };

  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Asks for the outcome, until the bank has told the service. */
  const finish = async () => {
    const mine = ++run;
    show('checking', texts.checking);
    title.focus();
    for (const milliseconds of [...PAUSES, 0]) {
      try {
        const token = await post('results');
        if (mine !== run) return;
        isOver = true;
        report({ kind: 'token', token });
        return;
      } catch (error) {
        if (mine !== run) return;
        if (error?.code !== 'three-d-secure-pending' || milliseconds === 0) return failed(error);
        await pause(milliseconds);
        if (mine !== run) return;
      }
    }
  };

  /** The bank of a sandbox may be this service, or a simulator on this machine. */
  const isBank = ({ protocol, hostname, origin }) =>
    protocol === 'https:' ||
    origin === location.origin ||
    (protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(hostname));

  const start = async () => {
    const mine = ++run;
    show('starting', texts.wait);
    title.focus();
    try {
      const { url } = await post('start');
      if (mine !== run) return;
      if (url === null) {
        report({ kind: 'ready' });
        await finish();
        return;
      }
      const page = URL.parse(url);
      if (!page || !isBank(page)) throw undefined;
      bank.src = page.href;
    } catch (error) {
      if (mine === run) failed(error);
    }
  };

  bank.addEventListener('load', () => {
    if (!bank.hasAttribute('src')) return;
    paint();
    bank.contentDocument?.addEventListener('keydown', leaveByEscape);
    if (stage !== 'starting') return;
    // The focus stays on the title: Escape reaches this document, and the button that leaves is the next stop.
    show('bank');
    report({ kind: 'ready' });
  });

  const cancel = () => {
    if (!isOver) {
      const message =
        'The customer closed the challenge. Attach it again to continue, or offer another payment method.';
      report({ kind: 'error', code: 'three-d-secure-canceled', message });
    }
    isOver = true;
    report({ kind: 'done' });
  };

  const leaveByEscape = ({ key }) => {
    if (key === 'Escape') cancel();
  };

  /** Sleeping computers stop timers, so the clock decides. */
  const lookAtTheClock = () => {
    if (isOver || Date.now() < deadline) return;
    stop(texts.timeout, 'three-d-secure-timeout', 'The customer did not confirm within ten minutes.');
  };

  let isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  /** Applies the theme here and to the test bank, the only bank's page that this document can reach. */
  const paint = () => {
    for (const each of [document, bank.contentDocument])
      if (each) each.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  const follow = ({ theme }) => {
    isDark = theme === 'dark';
    paint();
  };

  const begin = (welcome, [theirs]) => {
    session = welcome;
    port = theirs;
    follow(welcome);
    port.onmessage = ({ data }) => data?.kind === 'theme' && follow(data);
    write([...welcome.languages, ...navigator.languages], welcome.texts);
    deadline = Date.now() + LIMIT;
    setTimeout(lookAtTheClock, LIMIT);
    document.addEventListener('visibilitychange', lookAtTheClock);
    start();
  };

  write(navigator.languages);
  paint();
  if (!address || parent === window) {
    close.hidden = leave.hidden = again.hidden = true;
    show('end', texts.alone);
  } else {
    show('starting', texts.wait);
    addEventListener('message', ({ source, origin, data, ports }) => {
      if (data?.service !== 'three-d-secure') return;
      const { kind, channel } = data;
      if (kind === 'welcome' && source === parent && origin === address.origin && channel === address.channel && !port)
        begin(data, ports);
      // The document to which the bank returned the customer, on this origin.
      if (kind === 'returned' && origin === location.origin && session && !isOver) finish();
    });
    addEventListener('keydown', leaveByEscape);
    close.addEventListener('click', cancel);
    leave.addEventListener('click', cancel);
    again.addEventListener('click', start);
    restart.addEventListener('click', start);
    parent.postMessage({ service: 'three-d-secure', kind: 'hello', channel: address.channel }, address.origin);
  }
}

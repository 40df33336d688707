import type { Page } from '@playwright/test';
import { pressLast } from './press.ts';

/** An agreement page with a button for each way it can end. */
export const AGREEMENT = `<!doctype html><title>Wallet</title>
<p id="description"></p><button>Agree</button><button>Leave</button><button>Break</button><button>Close</button>
<script>
  const { origin, state, description = '' } = Object.fromEntries(new URLSearchParams(location.search));
  document.querySelector('#description').textContent = description;
  const token = { id: 'wallet-token', type: 'paypal' };
  const answers = {
    Agree: { outcome: 'agreed', token },
    Leave: { outcome: 'canceled' },
    Break: { outcome: 'error', code: 'wallet-not-configured', message: 'The site has no wallet.' },
  };
  addEventListener('click', ({ target }) => {
    const answer = answers[target.textContent];
    if (answer) opener.postMessage({ service: 'wallet', state, ...answer }, origin);
    close();
  });
</script>`;

export const press = (popup: Page, name: string) => pressLast(popup.getByRole('button', { name }));

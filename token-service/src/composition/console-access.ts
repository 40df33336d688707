import { DEMO_OWNER } from '@service/billing/domain/operators/operator.ts';
import type { ConsoleDeps } from '../pages/console/console-pages.ts';
export const consoleAccess = ({ engine }: any): ConsoleDeps['access'] => ({
  isOpen: async () => true,
  closeSession: async () => {},
  signInDemoOwner: async () => ({ secret: 'x'.repeat(40) }),
  continueSession: async () => ({
    operator: DEMO_OWNER,
    session: {
      hash: '',
      operator_id: 'demo-owner',
      created_at_ms: Date.now(),
      used_at_ms: Date.now(),
      proved_at_ms: Date.now(),
      second_factor: true,
      address: '',
      user_agent: '',
    },
    assignments: [{ operator_id: 'demo-owner', site_id: (await engine.deps.sites.find('demo')).id, role: 'owner' }],
  }),
});

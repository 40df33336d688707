import { ALL_TYPES, typeNamed } from '@service/billing/domain/webhooks/types.ts';
import { replayEvents } from '@service/billing/usecases/webhooks/replay-events.ts';
import { sendSample } from '@service/billing/usecases/webhooks/send-sample.ts';
import { html } from '../../../../../documents/html.ts';
import { choiceField, formButtons, formTrouble, inputField, secretForm } from '../../../parts/form.ts';
import { typedMoment } from '../../../parts/typed-day.ts';
import { type ConsoleRoute, FormProblem, formPage } from '../../../route.ts';
import { countInWords } from '../../../row-query.ts';
import { withPermission } from '../../../visit.ts';
import { type WebhookPagesDeps, webhookUseCaseDeps } from './webhook-deps.ts';

const BACK = { href: '/webhooks', label: 'Webhooks' };
const MOMENT = { type: 'datetime-local', required: '' };

/** Delivers the events between two moments again, and samples. */
export const replayPages = (deps: WebhookPagesDeps): readonly ConsoleRoute[] => {
  const replay = withPermission('webhooks.edit', replayEvents(webhookUseCaseDeps(deps)));
  const sample = withPermission('webhooks.edit', sendSample(webhookUseCaseDeps(deps)));
  return [
    ...formPage({
      path: '/webhooks/replay',
      name: 'webhook replay',
      permission: 'webhooks.edit',
      ask: async (_, visit, filled) => ({
        title: 'Replay events',
        back: BACK,
        content: [
          html`${formTrouble(filled)}`,
          html`<p>Every event that was recorded between the two moments is delivered again to each active endpoint that subscribes to it now, with the same id as before.</p>`,
          secretForm(visit, { action: `${visit.prefix}/webhooks/replay` }, [
            html`<div class="pair">${inputField(filled, { name: 'from', label: 'From', attributes: MOMENT })}${inputField(filled, { name: 'to', label: 'To', attributes: MOMENT })}</div>`,
            html`<p class="quiet">Moments are those of the clock of this service, in the time zone of the site (${visit.site.time_zone}).</p>`,
            formButtons('Deliver again', { back: `${visit.prefix}/webhooks` }),
          ]),
        ],
      }),
      async carryOut(_, visit, form) {
        const [from, to] = [form.from, form.to].map((text) => typedMoment(visit.site, text));
        if (from === undefined || to === undefined || from >= to) {
          const to_problem = 'Enter a moment after the first one, such as 2026-12-31T08:00.';
          throw new FormProblem('Give two moments, the earlier one first.', { to: to_problem });
        }
        const { subdomain } = visit.site;
        const { events, deliveries } = await replay(visit, subdomain, { fromMs: from * 1000, toMs: to * 1000 });
        const notice = `${countInWords(events, 'event')} replayed: ${countInWords(deliveries, 'delivery', 'deliveries')} attempted now.`;
        return { to: '/webhooks', notice };
      },
    }),
    ...formPage({
      path: '/webhooks/sample',
      name: 'webhook sample',
      permission: 'webhooks.edit',
      ask: async (_, visit, filled) => ({
        title: 'Send a sample',
        back: BACK,
        content: [
          html`${formTrouble(filled)}`,
          html`<p>The endpoints that subscribe to the type get it. The account, the invoice and the payment that it names do not exist.</p>`,
          secretForm(visit, { action: `${visit.prefix}/webhooks/sample` }, [
            choiceField(
              filled,
              { name: 'type', label: 'Type' },
              ALL_TYPES.map((type) => [type, type]),
            ),
            formButtons('Send sample', { back: `${visit.prefix}/webhooks` }),
          ]),
        ],
      }),
      async carryOut(_, visit, form) {
        const type = typeNamed(form.type ?? '');
        if (!type) throw new FormProblem('Choose a type.', { type: 'Choose one of the list.' });
        const { deliveries } = await sample(visit, visit.site.subdomain, type);
        const notice =
          deliveries === 0
            ? `No endpoint of this site receives ${type}.`
            : `A sample of ${type} is sent to ${countInWords(deliveries, 'endpoint')}.`;
        return { to: '/webhooks', notice };
      },
    }),
  ];
};

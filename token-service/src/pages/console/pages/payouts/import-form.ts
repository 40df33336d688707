import { listGatewayAccounts } from '@service/billing/queries/payments/gateway-accounts.ts';
import { recordPayouts } from '@service/billing/usecases/payouts/record-payouts.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { html } from '../../../../documents/html.ts';
import { readPayoutFile } from '../../../../documents/payouts/read-payout-file.ts';
import { recordedInWords } from '../../../../documents/payouts/recorded-in-words.ts';
import { choiceField, fileField, formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { type ConsoleRoute, FormProblem, formPage } from '../../route.ts';
import { sentFiles, withPermission } from '../../visit.ts';
import { PAYOUTS, type PayoutPagesDeps } from './payout-deps.ts';

/** More than the lines of one import. */
const LARGEST_PAYOUT_FILE = 30_000_000;
/** The gateway of a sandbox without accounts. */
const TEST = 'test';

/** The form that records the payouts of a file. */
export const importForm = (deps: PayoutPagesDeps): readonly ConsoleRoute[] => {
  const accounts = listGatewayAccounts(deps);
  const record = withPermission('payouts.record', recordPayouts(deps));
  return formPage({
    path: '/payouts/import',
    name: 'payout import',
    permission: 'payouts.record',
    uploads: LARGEST_PAYOUT_FILE,
    async ask(_, visit, filled) {
      const codes = (await accounts(visit.site)).map(({ code }) => code);
      return {
        title: 'Import a file of payouts',
        back: PAYOUTS,
        content: [
          html`${formTrouble(filled)}<p>A CSV file: the report “Payout reconciliation” of Stripe, itemized, or one with the columns payout, arrived_on, currency, line, kind, reference, made_at, gross_in_cents, fee_in_cents and net_in_cents. It is checked as a whole. If anything in it is wrong, nothing is recorded; payouts that the books have are left alone.</p>`,
          secretForm(visit, { action: `${visit.prefix}/payouts/import`, uploads: true }, [
            choiceField(
              filled,
              { name: 'gateway', label: 'Gateway' },
              (codes.length === 0 ? [TEST] : codes).map((code) => [code, code]),
            ),
            fileField(filled, { name: 'file', label: 'File', attributes: { accept: '.csv,text/csv', required: '' } }),
            formButtons('Import', { back: `${visit.prefix}${PAYOUTS.href}` }),
          ]),
        ],
      };
    },
    async carryOut(ctx, visit, { gateway = '' }) {
      const file = sentFiles(ctx).get('file');
      if (!file) throw new FormProblem('Choose the file.', { file: 'Choose one.' });
      const read = readPayoutFile(file.bytes.toString('utf8'));
      if ('problems' in read) throw new FormProblem(`Nothing was recorded. ${read.problems.join(' ')}`);
      const recorded = await record(visit, gateway, read.payouts).catch((error: unknown) => {
        if (!(error instanceof Failure) || error.symbol !== 'not_found') throw error;
        throw new FormProblem(`Nothing was recorded. The gateway ${gateway} of this site has no payments yet.`);
      });
      return { to: PAYOUTS.href, notice: recordedInWords(recorded) };
    },
  });
};

import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import { DEFAULT_CAMPAIGN } from '@service/billing/domain/dunning/campaign.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findCampaignOfAccount, listCampaigns } from '@service/billing/queries/dunning/dunning.ts';
import { assignCampaign } from '@service/billing/usecases/dunning/assign-campaign.ts';
import { unassignCampaign } from '@service/billing/usecases/dunning/unassign-campaign.ts';
import { choiceField } from '../../../parts/form.ts';
import { refuseUnseen, seenFields } from '../../../record-version.ts';
import { type ConsoleVisit, withPermission } from '../../../visit.ts';
import type { CustomerAction } from './customer-action.ts';

/** Chooses the dunning campaign of a customer's invoices. */
export const campaignAction = (deps: OrderDeps): CustomerAction => {
  const campaigns = listCampaigns(deps);
  const assigned = findCampaignOfAccount(deps);
  /** Returns the code of the account's own campaign; empty if it has none. */
  const presentOf = async (visit: ConsoleVisit, { id }: AccountRecord): Promise<string> =>
    (await assigned(visit.caller, id))?.code ?? '';
  const assign = withPermission('dunning.assign', assignCampaign(deps));
  const unassign = withPermission('dunning.assign', unassignCampaign(deps));
  return {
    action: 'campaign',
    title: 'Dunning campaign',
    permission: 'dunning.assign',
    async content(visit, account, filled) {
      const [known, present] = await Promise.all([campaigns(visit.site), presentOf(visit, account)]);
      const isSent = filled.values.version !== undefined;
      return [
        seenFields({ campaign: present }),
        choiceField(
          filled,
          {
            name: 'campaign',
            label: 'Campaign',
            // A form that was sent keeps what was chosen in it, also that of the plan or the site.
            value: isSent ? '' : present,
            hint: 'It counts for invoices that become past due from now on.',
          },
          [
            ['', 'That of the plan or the site'],
            // The built-in campaign cannot be assigned: it is that of the site.
            ...known
              .filter(({ campaign }) => campaign !== DEFAULT_CAMPAIGN)
              .map(({ campaign }) => [campaign.code, campaign.code] as const),
          ],
        ),
      ];
    },
    button: async () => 'Use this campaign',
    async carryOut(visit, account, form) {
      refuseUnseen(form, { campaign: await presentOf(visit, account) }, 'The campaign of the account was');
      const { account_code } = account;
      const { campaign } = form;
      const to = { kind: 'account', code: account_code } as const;
      if (campaign === undefined) {
        await unassign(visit, to);
        return 'The account has the campaign of its plan or of the site.';
      }
      await assign(visit, campaign, to);
      return `The account has the campaign ${campaign}.`;
    },
  };
};

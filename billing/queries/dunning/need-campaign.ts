import type { DunningCampaign } from '../../domain/dunning/campaign.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';

/** Returns the dunning campaign with a code. Throws `not_found`. */
export const needCampaign = async ({ dunning }: Pick<Records, 'dunning'>, code: string): Promise<DunningCampaign> => {
  const found = await dunning.find(code);
  if (!found) throw notFound('DunningCampaign', 'code', code);
  return found;
};

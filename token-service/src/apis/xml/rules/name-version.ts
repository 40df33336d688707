import type { SystemClock } from '@service/billing/values/time.ts';
import type { ApiStep } from '../api.ts';
import type { Calendar } from '../versions/calendar.ts';
import { chooseVersion } from '../versions/choose.ts';

/** Chooses the version for a known site, and sets the headers with it and its end of support. Rejects nothing yet. */
export const nameVersion = (calendar: Calendar, clock: SystemClock): ApiStep =>
  async function nameVersion(ctx, next) {
    const site = ctx.state.identity?.site;
    if (site) {
      const choice = chooseVersion(ctx.get('X-Api-Version'), site, clock.now(), calendar);
      ctx.state.version = choice;
      if (choice.named) ctx.set('X-Api-Version', choice.named);
      if (choice.sunset !== undefined) {
        ctx.set('Service-Deprecated', 'TRUE');
        ctx.set('Service-Sunset-Date', new Date(choice.sunset).toISOString().replace('.000Z', 'Z'));
      }
    }
    await next();
  };

import { countCodes } from '@service/billing/queries/catalogue/coupons.ts';
import { MOST_CODES } from '@service/billing/resources/coupon.ts';
import { generateCodes } from '@service/billing/usecases/coupons/generate-codes.ts';
import { readCodes } from '@service/billing/usecases/coupons/read-codes.ts';
import { revokeCodes } from '@service/billing/usecases/coupons/revoke-codes.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { sendCsvFile } from '../../../../documents/csv/csv-file.ts';
import { html } from '../../../../documents/html.ts';
import { formButtons, formTrouble, inputField, radioField, secretForm } from '../../parts/form.ts';
import { couponPath } from '../../parts/paths.ts';
import { type ConsoleRoute, FormProblem, formPage } from '../../route.ts';
import { countInWords } from '../../row-query.ts';
import { type ConsolePage, type ConsoleVisit, withPermission } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { backToCoupon, couponOfAddress } from './coupon-forms.ts';

/** Generates, downloads and revokes the unique codes of a bulk coupon. */
export const couponCodePages = (deps: CatalogueDeps): readonly ConsoleRoute[] => {
  const find = couponOfAddress(deps);
  const count = countCodes(deps);
  const generate = withPermission('codes.read', generateCodes(deps));
  const read = withPermission('codes.read', readCodes(deps));
  const revoke = withPermission('catalogue.edit', revokeCodes(deps));
  const actionOf = (visit: ConsoleVisit, ctx: ConsolePage) => ({ action: `${visit.prefix}${ctx.path}` });

  return [
    ...formPage({
      path: '/catalogue/coupons/:code/generate',
      name: 'coupon generate codes',
      permission: 'codes.read',
      async ask(ctx, visit, filled) {
        const held = await find(visit, ctx);
        const made = held.unique_coupon_codes_count ?? 0;
        return {
          title: 'Generate codes',
          back: backToCoupon(held),
          content: [
            html`${formTrouble(filled)}<p>Each code works once. They are made like <code>${held.unique_code_template}</code>, and are in the file that “Download codes” makes.</p>`,
            secretForm(visit, actionOf(visit, ctx), [
              inputField(filled, {
                name: 'number_of_unique_codes',
                label: 'How many',
                hint: `At most ${MOST_CODES.perRequest} at once, and ${(MOST_CODES.perCoupon - made).toLocaleString('en-US')} more for this coupon.`,
                attributes: { inputmode: 'numeric', required: '', autofocus: '' },
              }),
              formButtons('Generate codes', { back: `${visit.prefix}${couponPath(held.coupon_code)}` }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit, { number_of_unique_codes: typed = '' }) {
        const { coupon_code } = await find(visit, ctx);
        const number = wholeNumber(typed);
        const { codes } = await generate(visit, coupon_code, { value: { number_of_unique_codes: number }, issues: [] });
        const done = codes.length === 1 ? '1 code was' : `${codes.length} codes were`;
        return { to: couponPath(coupon_code), notice: `${done} generated. No customer was sent one: download them.` };
      },
    }),
    ...formPage({
      path: '/catalogue/coupons/:code/codes',
      name: 'coupon download codes',
      permission: 'codes.read',
      fresh: true,
      keeps: ['which'],
      async ask(ctx, visit, filled) {
        const held = await find(visit, ctx);
        const { unused, redeemed, revoked } = await count(visit.caller, held);
        return {
          title: 'Download codes',
          back: backToCoupon(held),
          content: [
            html`${formTrouble(filled)}<p>Each code can be redeemed by any customer who has it: keep the file safe. The audit log has your download.</p>`,
            secretForm(visit, actionOf(visit, ctx), [
              radioField(filled, { name: 'which', label: 'Codes', value: 'unused' }, [
                { value: 'unused', label: `Unused codes (${unused.toLocaleString('en-US')})` },
                {
                  value: 'all',
                  label: `All codes (${(unused + redeemed + revoked).toLocaleString('en-US')})`,
                  hint: 'With the state of each, and when it was redeemed.',
                },
              ]),
              formButtons('Download CSV', { back: `${visit.prefix}${couponPath(held.coupon_code)}`, keep: 'Back' }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit, { which }) {
        const { coupon_code } = await find(visit, ctx);
        const codes = await read(visit, coupon_code, which === 'all' ? undefined : 'unused');
        async function* cells() {
          for await (const { coupon_code: code, state, created_at, redeemed_at } of codes) {
            yield [code, state, isoTime(created_at), redeemed_at === null ? '' : isoTime(redeemed_at)];
          }
        }
        sendCsvFile(
          ctx,
          `codes-${visit.site.subdomain}.csv`,
          ['coupon_code', 'state', 'created_at', 'redeemed_at'].map((name) => ({ name })),
          cells(),
        );
        return undefined;
      },
    }),
    ...formPage({
      path: '/catalogue/coupons/:code/revoke',
      name: 'coupon revoke codes',
      permission: 'catalogue.edit',
      async ask(ctx, visit, filled) {
        const held = await find(visit, ctx);
        const { unused } = await count(visit.caller, held);
        return {
          title: 'Revoke unused codes',
          back: backToCoupon(held),
          content: [
            html`${formTrouble(filled)}<p>${unused === 1 ? 'The 1 code that was not redeemed is' : `All ${unused.toLocaleString('en-US')} codes that were not redeemed are`} refused from now on, also those that customers have. Customers who have redeemed theirs keep the discount. No customer is told. New codes can be generated.</p>`,
            secretForm(
              visit,
              actionOf(visit, ctx),
              formButtons(`Revoke ${countInWords(unused, 'unused code')}`, {
                back: `${visit.prefix}${couponPath(held.coupon_code)}`,
                danger: true,
                keep: 'Keep them',
              }),
            ),
          ],
        };
      },
      async carryOut(ctx, visit) {
        const { coupon_code } = await find(visit, ctx);
        const revoked = await revoke(visit, coupon_code);
        const done = revoked === 1 ? '1 unused code was' : `${revoked.toLocaleString('en-US')} unused codes were`;
        return { to: couponPath(coupon_code), notice: `${done} revoked. No customer was told.` };
      },
    }),
  ];
};

const wholeNumber = (typed: string): number => {
  const number = Number(typed.replaceAll(',', ''));
  if (!/^\d[\d,]{0,8}$/.test(typed) || !Number.isSafeInteger(number)) {
    throw new FormProblem('Enter a whole number.', { number_of_unique_codes: 'Enter a whole number.' });
  }
  return number;
};

import type { CustomerFacts } from '@service/billing/domain/mail/facts.ts';
import type { MailContent } from '@service/billing/ports/mail.ts';
import { ALERT_MAIL, CUSTOMER_MAIL, MAIL_KINDS, OPERATOR_MAIL } from '@service/billing/resources/mail-kind.ts';
import { describe, expect, it } from 'vitest';
import { documentDirection } from '../messages/document-language.ts';
import { mailWordsByLanguage } from '../messages/mail-words.ts';
import { composeMail } from './compose-mail.ts';
import { mailLink } from './mail-link.ts';
import { sampleMail } from './samples.fixture.ts';

const printed: string[] = [];
const compose = composeMail({
  origin: 'https://billing.example.com',
  consoleUrl: 'https://console.example.com',
  logo: async ({ logo }) => (logo ? new Uint8Array([1, 2, 3]) : undefined),
  async print(_site, _parts, _account, locale) {
    printed.push(locale);
    return { pdf: new TextEncoder().encode('%PDF-') };
  },
});

const LANGUAGES = Object.keys(mailWordsByLanguage);

describe.each(MAIL_KINDS)('%s', (kind) => {
  it.each(LANGUAGES)('is whole in %s', async (language) => {
    const mail = await compose(sampleMail(kind, { language, site: { mail_language: language } }));
    expect(mail.subject).not.toBe('');
    for (const text of [mail.subject, mail.text, mail.html]) {
      expect(text).not.toMatch(/\b(undefined|null|NaN)\b|Invalid Date|\[object/);
    }
    // Operators read English, as in the console.
    const read = ([...OPERATOR_MAIL, ...ALERT_MAIL] as readonly string[]).includes(kind) ? 'en' : language;
    expect(mail.html).toContain(`<html lang="${read}" dir="${documentDirection(read)}">`);
    // A link is one line.
    expect(mail.text.split('\n').every((line) => line.length <= 120 || /^https:\S+$/.test(line))).toBe(true);
  });
});

describe('mail', () => {
  it('has the texts of the merchant in the language of the customer, escaped', async () => {
    const texts = {
      de: { 'mail.receipt.subject': 'Danke! {1} <{2}>', 'mail.labels.plan': 'Ihr Tarif', 'invoice.total': 'Alles' },
      en: { 'mail.receipt.title': 'Thanks a lot' },
    };
    const german = await compose(sampleMail('receipt', { language: 'de', site: { texts } }));
    expect(german.subject).toMatch(/^Danke! .+ <\d+>$/);
    expect(german.html).not.toContain('<1');
    expect(german.text).not.toContain('Thanks a lot');
    const english = await compose(sampleMail('receipt', { language: 'en', site: { texts } }));
    expect(english.text).toContain('Thanks a lot');
    expect(english.subject).not.toContain('Danke');
  });

  it.each(CUSTOMER_MAIL)('escapes what customers and merchants wrote: %s', async (kind) => {
    const evil = '<img src=x onerror=alert(1)>"\'&\r\nBcc: victim@example.com';
    const content = sampleMail(kind, {
      first_name: evil,
      last_name: evil,
      plan_name: evil,
      personal_message: evil,
      site: { company: evil, company_address: [evil] },
    });
    const mail = await compose(content);
    expect(mail.html).not.toContain('<img');
    expect(mail.html).not.toMatch(/<script|onerror=alert\(1\)>/);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.from.name).not.toMatch(/[\r\n]/);
  });

  it.each(OPERATOR_MAIL)('escapes what operators wrote, and leads to the approval: %s', async (kind) => {
    const evil = '<img src=x onerror=alert(1)>\r\nBcc: victim@example.com';
    const content = sampleMail(kind);
    const { approval } = content;
    if (!approval) throw new Error('The sample has no approval.');
    const written = { ...approval, account_code: evil, form: { reason: evil }, outcome: evil };
    const mail = await compose({ ...content, approval: written });
    expect(mail.html).not.toMatch(/<img|onerror=alert\(1\)>/);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.text).toContain(`https://console.example.com/s/${content.site.subdomain}/approvals/${approval.uuid}`);
  });

  it('greets by name in one line, so that a name adds no paragraph to the message', async () => {
    const { text } = await compose(
      sampleMail('receipt', { first_name: 'Ada', last_name: 'L\r\n\r\nPay at evil.example' }),
    );
    expect(text).toContain('Ada L Pay at evil.example');
  });

  it('names region and rate of a tax as the invoice does', async () => {
    const content = sampleMail('receipt');
    const [line] = content.invoice?.lines ?? [];
    const taxes = [{ type: 'usst', region: 'CA', rate: '0.0725', amount: 181 }];
    const taxed = { ...content, invoice: { ...content.invoice, lines: [{ ...line, taxes }] } } as MailContent;
    expect((await compose(taxed)).text).toMatch(/CA sales tax \(7\.25%\):? +\$1\.81/);
  });

  it('loads nothing from elsewhere but the logo of the site', async () => {
    const urls = (html: string) =>
      [...html.matchAll(/(?:src|background|url)\s*[=(]\s*"?(https?:[^")\s]+)/g)].map(([, url]) => url);
    expect(urls((await compose(sampleMail('receipt'))).html)).toEqual([]);
    const logo = 'https://shop.example/logo.png';
    expect(urls((await compose(sampleMail('receipt', { site: { mail_logo: logo } }))).html)).toEqual([logo]);
  });

  it('contains the logo of the brand, which needs not be loaded; another one, or one that is only read, is loaded', async () => {
    const logo = { digest: 'abc', width: 240, height: 64 };
    const content = sampleMail('order_confirmation', { site: { logo, brand_color: '#ffd400' } });
    const mail = await compose(content);
    expect(mail.html).toContain('<img class="logo" src="cid:logo@billing.example.com" alt="Tideline"');
    expect(mail.attachments).toEqual([
      { filename: 'logo.png', type: 'image/png', bytes: new Uint8Array([1, 2, 3]), cid: 'logo@billing.example.com' },
    ]);
    // Black on the brand's yellow.
    expect(mail.html).toMatch(/bgcolor="#ffd400".*color:#000000/);
    const read = await compose(content, { attachments: false });
    expect(read.html).toContain('src="https://billing.example.com/account/logos/site-1.abc.png"');
    expect(read.attachments).toEqual([]);
    const other = 'https://shop.example/mail.png';
    const hosted = await compose(sampleMail('refund', { site: { logo, mail_logo: other } }));
    expect([hosted.html.includes(`src="${other}"`), hosted.attachments]).toEqual([true, []]);
  });

  it('has the font of the brand where the machine has it, with one that is like it', async () => {
    const mail = await compose(sampleMail('receipt', { site: { brand_font: 'playfair-display' } }));
    expect(mail.html).toContain(".ink,.quiet,.button{font-family:'Playfair Display',Georgia, serif!important}");
    expect((await compose(sampleMail('receipt'))).html).not.toContain('.button{');
  });

  it('leads to the pages of the merchant, in its language', async () => {
    const pages = { shop_url: 'https://shop.example', privacy_url: 'https://shop.example/privacy' };
    const mail = await compose(sampleMail('receipt', { site: pages, language: 'de' }));
    expect(mail.text).toContain('\nTideline: https://shop.example\nDatenschutz: https://shop.example/privacy');
    expect(mail.html).toContain('<a class="quiet" href="https://shop.example/privacy"');
    expect((await compose(sampleMail('private_key_changed', { site: pages }))).text).not.toContain('privacy');
  });

  it('leads to the account pages, and none of a closed account or of a gift does', async () => {
    const content = sampleMail('payment_failed');
    const { account, site, links_until } = content;
    const pages = `https://billing.example.com/account/${account && mailLink(site.id, account, links_until ?? 0)}`;
    expect((await compose(content)).text).toContain(`Pay now:\n${pages}?to=invoices%2F1001`);
    const method = encodeURIComponent('payment-method?method=0123456789ab');
    expect((await compose(sampleMail('card_expiring'))).html).toContain(`"${pages}?to=${method}"`);
    const earlier = sampleMail('card_expiring');
    const { billing_info_uuid: _, ...facts } = earlier.matter.facts as CustomerFacts['card_expiring'];
    const unnamed = await compose({ ...earlier, matter: { kind: 'card_expiring', facts } });
    expect(unnamed.html).toContain(`"${pages}?to=payment-methods"`);
    const closed = { ...content, account: { ...content.account, state: 'closed' } } as MailContent;
    for (const mail of [await compose(closed), await compose(sampleMail('gift_card_delivery'))]) {
      expect(mail.html + mail.text).not.toContain('/account/');
    }
  });

  it.each(MAIL_KINDS)(
    'has no link for another address than that of the account, nor the login token: %s',
    async (kind) => {
      const content = sampleMail(kind);
      const own = await compose(content);
      if (content.account) expect(own.html + own.text).not.toContain(content.account.hosted_login_token);
      const copy = await compose({ ...content, links_until: null, is_copy: true });
      expect(copy.html + copy.text).not.toContain('/account/');
      if (content.account && kind !== 'gift_card_delivery')
        expect(copy.text).toContain('You’re receiving a copy because');
    },
  );

  it.each(LANGUAGES)('does not ask to pay an invoice that was written off, in %s', async (language) => {
    const content = sampleMail('payment_failed', { language });
    const facts = { ...content.matter.facts, next_attempt_at: null, final: true, written_off: true };
    const mail = await compose({ ...content, matter: { kind: 'payment_failed', facts } } as MailContent);
    const { writtenOff, pay } = mailWordsByLanguage[language as keyof typeof mailWordsByLanguage];
    expect(mail.subject).toBe(writtenOff.subject('Tideline'));
    expect(mail.text).toContain('1001');
    expect(mail.text).not.toContain(pay);
    expect(mail.html + mail.text).not.toContain('invoices%2F1001');
  });

  it('is in the language of the account, else of its browser, else of the site', async () => {
    const subject = async (preferred_locale: string | null, accept_language: string | null, mail_language: string) => {
      const content = sampleMail('receipt', { site: { mail_language } });
      const account = { ...content.account, preferred_locale, accept_language } as MailContent['account'];
      return (await compose({ ...content, account })).language;
    };
    expect(await subject('de_AT', 'fr', 'it')).toBe('de-AT');
    expect(await subject(null, 'fr', 'it')).toBe('fr');
    expect(await subject('ro-RO', null, 'it')).toBe('it');
    expect(printed.slice(-3)).toEqual(['de-AT', 'fr', 'it']);
  });

  it('has amounts and dates in the words of its language', async () => {
    const { text } = await compose(sampleMail('receipt', { language: 'de' }));
    expect(text).toContain('Wir haben Ihre Zahlung über 24,99\u00a0$ erhalten.');
    expect(text).toContain('Datum: 1. März 2026');
    expect(text).toContain('Bezahlt mit: Visa mit Endziffern 1111');
  });

  it('has the lines of the invoice in its language', async () => {
    const content = sampleMail('receipt', { language: 'de' });
    expect((await compose(content)).text).toContain('Tideline: Einrichtungsgebühr');
  });

  it('comes from the site’s sender, or from no-reply at the host of the service', async () => {
    const of = async (site: Partial<MailContent['site']>) => compose(sampleMail('receipt', { site }));
    const own = await of({ mail_from: 'billing@tideline.example', mail_reply_to: 'help@tideline.example' });
    expect([own.from, own.reply_to]).toEqual([
      { name: 'Tideline', address: 'billing@tideline.example' },
      'help@tideline.example',
    ]);
    expect((await of({ mail_from: null })).from.address).toBe('no-reply@billing.example.com');
  });

  it('attaches the invoice to a receipt, and to an order that is paid by transfer', async () => {
    const names = async (content: MailContent) => (await compose(content)).attachments.map(({ filename }) => filename);
    expect(await names(sampleMail('receipt'))).toEqual(['1001.pdf']);
    const order = sampleMail('order_confirmation');
    expect(await names(order)).toEqual([]);
    const facts = {
      subscriptions: [],
      invoice: { id: 'x', number: '1001', amount_in_cents: 1, currency: 'USD', due_on: 1 },
    };
    expect(await names({ ...order, matter: { kind: 'order_confirmation', facts } })).toEqual(['1001.pdf']);
  });

  it('attaches an e-invoice as XML beside the PDF that contains it', async () => {
    const withEInvoice = composeMail({
      origin: 'https://billing.example.com',
      consoleUrl: 'https://console.example.com',
      logo: async () => undefined,
      print: async () => ({ pdf: new TextEncoder().encode('%PDF-'), xml: '<Invoice/>' }),
    });
    const { attachments } = await withEInvoice(sampleMail('receipt'));
    expect(attachments.map(({ filename, type }) => [filename, type])).toEqual([
      ['1001.pdf', 'application/pdf'],
      ['1001.xml', 'application/xml'],
    ]);
    expect(Buffer.from(attachments[1]!.bytes).toString()).toBe('<Invoice/>');
  });
});

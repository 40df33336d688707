import { ACCEPTABLE_BRANDS } from '@service/billing/domain/gateway-accounts/account-rules.ts';
import { MAIL_KINDS } from '@service/billing/resources/mail-kind.ts';
import type { Setting } from '@service/billing/resources/setting.ts';
import { SETTING_NAMES, SITE_SETTINGS } from '@service/billing/resources/site-settings.ts';
import type { Issue } from '@service/billing/values/failure.ts';
import { english } from '../documents/messages/en/index.ts';
import { brandName } from './brand-names.ts';
import { typedOption } from './flag.ts';

/** Advice on what to type instead, by the field that was refused. */
const ADVICE: Readonly<Record<string, string>> = {
  'site.subdomain': 'Use lower-case letters, digits and dashes, a name that no other site has.',
  'site.technical_contact': 'Give an email address, or none.',
  'site.seller_country': 'Give an ISO 3166 code of two capital letters.',
  'site.currencies': 'Give ISO 4217 codes, each once.',
  'site.tax_registrations':
    'Give countries, US states as US-CA, Canadian provinces as CA-QC, or EU for all of its countries, each once.',
  'site.time_zone': 'Give an IANA name.',
  'site.mode': 'A site whose clock has travelled stays a sandbox: create another one for production.',
  'site.custom_fields': 'Give names of at most 50 characters, separated by commas, each once.',
  'site.mail_off': `Give some of ${MAIL_KINDS.join(', ')}, or none.`,
  'clock.now': 'Name a time from 1970 to 9999.',
  'clock.advance_in_seconds': 'The clock ends with the year 9999.',
  'site.private_keys': 'Revoke one, or regenerate one instead.',
  'key.name': 'Give a name of at most 100 characters that no other key of the site has.',
  'campaign.code': 'Use lower-case letters, digits and dashes, a code that no other campaign has.',
  'campaign.days': 'Give at most 30 days in ascending order, such as 0,3,7.',
  'campaign.final_day': 'Give a day after the last reminder, at most 365.',
  'campaign.trial.days': 'Give at most 30 days in ascending order, such as 0,3,7.',
  'campaign.trial.final_day': 'Give a day after the last reminder, at most 365.',
  'gateway_account.code':
    'Use letters, digits, dashes and underscores, at most 50, a code that no other account of the site has.',
  'gateway_account.currencies': 'Give ISO 4217 codes such as USD,EUR, each once, or all.',
  'gateway_account.brands': `Give ${ACCEPTABLE_BRANDS.map(brandName).join(', ')}, each once, or all.`,
  'gateway_account.countries': 'Give ISO 3166 codes of two capital letters, such as US,CA, each once, or all.',
  'gateway_account.order': 'Give a whole number from 1 to 999; the lowest is chosen first.',
  'webhook.url': 'Give an http or https address such as https://shop.example.com/hook, without user, password and #.',
  'webhook.port': 'Production sites deliver to the ports 80 and 443 only.',
  'webhook.types': 'Give types such as new_account,paid_charge_invoice, each once, or all.',
  'webhook.basic_auth': 'Give user:password in printable ASCII.',
  'webhook.header_name':
    'Give “Name: value”; deliveries set content, connection, webhook- and X-Notification- headers.',
  'webhook.header_value': 'Give printable ASCII.',
  'site.webhook_endpoints': 'Remove one first, or change one.',
  'custom_field.name':
    'Use letters, digits, dashes and underscores, at most 50, a name that no other custom field of the record has.',
  'custom_field.display_name': 'Give at most 50 characters.',
  'custom_field.tooltip': 'Give at most 255 characters.',
  'business_entity.code': 'Use lower-case letters, digits, dashes and underscores, a code that no other entity has.',
  'business_entity.name': 'Give --name, at most 255 characters.',
  'business_entity.invoice_display_address.country': 'Give an ISO 3166 code of two capital letters in --address.',
  'business_entity.tax_address.country': 'Give an ISO 3166 code of two capital letters in --tax-address.',
  'business_entity.subscriber_location_countries': 'Give ISO 3166 codes that no other entity has, or none.',
  'business_entity.invoice_number_prefix': 'Give one to four capital letters, or none.',
  'business_entity.is_default': 'Another entity is the default: change that one first.',
  'business_entity.mail_from': 'Give an email address, or site.',
  'site.business_entities': 'Remove one first.',
  'invoice_template.code': 'Use lower-case letters, digits, dashes and underscores, a code that no other template has.',
  'invoice_template.name': 'Give --name, at most 255 characters.',
  'invoice_template.address.country': 'Give an ISO 3166 code of two capital letters in --address.',
  'invoice_template.text': 'See npm run custom-field -- list for the names of custom fields of accounts.',
  'invoice_template.line_text': 'See npm run custom-field -- list for the names of custom fields.',
  'invoice_template.is_default': 'Another template is the default: change that one first, with --default off.',
  'site.invoice_templates': 'Remove one first.',
  'performance_obligation.name': 'Give a name of at most 255 characters.',
  'site.performance_obligations': 'Remove one first, or rename one.',
  'journal_chart.currency': 'Give an ISO 4217 code such as EUR.',
  'journal_chart.account': 'Give the number or the name of an account, of at most 100 characters.',
  'journal_chart.default_account': 'Give the number or the name of an account, of at most 100 characters, or none.',
  'journal_chart.rules': 'Remove one first.',
  'payout.reason': 'Give --reason, of at most 500 characters.',
  'note.message': 'Write between 1 and 2000 characters.',
};

/** Examples of the settings of a site, by the field that is refused. */
const EXAMPLES: ReadonlyMap<string, string> = new Map(
  SETTING_NAMES.flatMap((name): [string, string][] => {
    const { example }: Setting = SITE_SETTINGS[name];
    return example === undefined ? [] : [[`site.${name}`, `For example: ${typedOption(name, example)}`]];
  }),
);

/** The record of a file that an issue is about: `subscriptions[0]`. */
const IN_FILE = /^external\.(.+)\.[^.]+$/;

/** `Currencies is not included in the list. Give ISO 4217 codes, each once. For example: --currencies USD,EUR` */
export const issueWords = (issue: Issue): string => {
  const name = (issue.field.split('.').at(-1) ?? issue.field).replaceAll('_', ' ');
  const subject = name === 'url' ? 'URL' : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const record = IN_FILE.exec(issue.field)?.[1];
  const fault = `${record ? `${record}: ` : ''}${subject} ${english.issue(issue)}.`;
  return [fault, ADVICE[issue.field], EXAMPLES.get(issue.field)].filter((part) => part !== undefined).join(' ');
};

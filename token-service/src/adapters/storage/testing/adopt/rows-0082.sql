-- Rows of every table as the last program before release 0.1.0 wrote them, for the tests of the adoption.

INSERT INTO migrations (version, name, applied_at_ms) VALUES
  (1, '0001-foundation.sql', 1772366400000),
  (2, '0002-wallet.sql', 1772366400000),
  (3, '0003-plans.sql', 1772366400000),
  (4, '0004-tax.sql', 1772366400000),
  (5, '0005-selling.sql', 1772366400000),
  (6, '0006-coupons.sql', 1772366400000),
  (7, '0007-gift-cards.sql', 1772366400000),
  (8, '0008-settlement.sql', 1772366400000),
  (9, '0009-refunds.sql', 1772366400000),
  (10, '0010-outcomes.sql', 1772366400000),
  (11, '0011-seller.sql', 1772366400000),
  (12, '0012-fewer-indexes.sql', 1772366400000),
  (13, '0013-due-work.sql', 1772366400000),
  (14, '0014-token-limits.sql', 1772366400000),
  (15, '0015-attempt-limits.sql', 1772366400000),
  (16, '0016-card-numbers-in-text.sql', 1772366400000),
  (17, '0017-lines-of-heavy-accounts.sql', 1772366400000),
  (18, '0018-audit-log.sql', 1772366400000),
  (19, '0019-events.sql', 1772366400000),
  (20, '0020-anchors.sql', 1772366400000),
  (21, '0021-intent-payloads.sql', 1772366400000),
  (22, '0022-gateway-results.sql', 1772366400000),
  (23, '0023-boundaries.sql', 1772366400000),
  (24, '0024-change-settings.sql', 1772366400000),
  (26, '0026-postponed-at.sql', 1772366400000),
  (27, '0027-usages.sql', 1772366400000),
  (28, '0028-usage-lines.sql', 1772366400000),
  (29, '0029-dunning.sql', 1772366400000),
  (30, '0030-dunning-campaigns.sql', 1772366400000),
  (32, '0032-gateway-accounts.sql', 1772366400000),
  (34, '0034-clock-progress.sql', 1772366400000),
  (40, '0040-recurring-tax.sql', 1772366400000),
  (41, '0041-gift-card-deliveries.sql', 1772366400000),
  (43, '0043-webhooks.sql', 1772366400000),
  (47, '0047-mail.sql', 1772366400000),
  (48, '0048-reminders.sql', 1772366400000),
  (50, '0050-account-pages.sql', 1772366400000),
  (51, '0051-payment-actions.sql', 1772366400000),
  (54, '0054-gateway-notifications.sql', 1772366400000),
  (55, '0055-disputes.sql', 1772366400000),
  (57, '0057-gateway-operations.sql', 1772366400000),
  (58, '0058-mail-dates.sql', 1772366400000),
  (60, '0060-gateway-operations-pruned.sql', 1772366400000),
  (61, '0061-reversals.sql', 1772366400000),
  (62, '0062-unread-indexes.sql', 1772366400000),
  (63, '0063-credited-charges.sql', 1772366400000),
  (66, '0066-unsettled-gift-cards.sql', 1772366400000),
  (70, '0070-clock-journeys.sql', 1772366400000),
  (73, '0073-mail-links.sql', 1772366400000),
  (74, '0074-bank-authorizations.sql', 1772366400000),
  (76, '0076-sandbox-attempt-limits.sql', 1772366400000),
  (77, '0077-gateway-outages.sql', 1772366400000),
  (79, '0079-address-names.sql', 1772366400000),
  (80, '0080-plan-codes.sql', 1772366400000);

INSERT INTO sites (
  id, subdomain, mode, tier, standing, technical_contact, seller_country, currencies, address_requirement,
  terms_and_conditions, manual_invoicing, time_zone, custom_fields, ended_versions, unknown_versions,
  attempts_per_hour, clock_offset, wallet, tax_registrations, tax_charges, tax_account_address, multiple_coupons,
  coupon_order, several_percents, gift_card_offers, declined_refunds, company, company_address, company_vat_number,
  tokens_per_minute, tokens_per_address, attempts_per_card, card_numbers_in_text, catch_up_periods,
  upgrade_requires_payment, upgrade_proration, downgrade_proration, gateways_version, mail_from, mail_logo,
  mail_color, mail_language, mail_off, account_pages, account_page_plans, on_dispute, gift_cards_before_settlement
) VALUES (
  '00000000000000000000000000000001', 'acme', 'sandbox', 'base', 'good', 'tech@example.com', 'US', '["USD","EUR"]',
  'none', 'Pay within a month.', false, 'Europe/Vienna', '["size"]', 'by_mode', 'serve_latest', 20, 0, false,
  '["US-CA","DE"]', true, false, true, 'dollars_first', 'full',
  '[{"product_code":"tideline","currency":"USD","unit_amount_in_cents":2000}]', 'credit', 'Tideline & Töchter',
  '["1 Harbour Street","Vienna"]', 'ATU12345678', 3000, 300, 10, 'by_mode', 3, true, 'full', 'at_renewal', 0,
  'billing@example.com', 'https://example.com/logo.png', '#0a6b4f', 'de', '["refund"]', '["cancel","invoices"]',
  '["gold"]', '["cancel_subscriptions"]', true);
INSERT INTO sites (
  id, subdomain, mode, tier, standing, technical_contact, seller_country, currencies, address_requirement,
  terms_and_conditions, manual_invoicing, time_zone, custom_fields, ended_versions, unknown_versions,
  attempts_per_hour, clock_offset, wallet, tax_registrations, tax_charges, tax_account_address, multiple_coupons,
  coupon_order, several_percents, gift_card_offers, declined_refunds, company, company_address, company_vat_number,
  tokens_per_minute, tokens_per_address, attempts_per_card, card_numbers_in_text, catch_up_periods,
  upgrade_requires_payment, upgrade_proration, downgrade_proration, gateways_version, mail_from, mail_logo,
  mail_color, mail_language, mail_off, account_pages, account_page_plans, on_dispute, gift_cards_before_settlement
) VALUES (
  '00000000000000000000000000000002', 'other', 'production', 'base', 'suspended', 'tech@example.com', 'US',
  '["USD","EUR"]', 'none', 'Pay within a month.', false, 'Europe/Vienna', '["size"]', 'by_mode', 'serve_latest', 20,
  0, false, '["US-CA","DE"]', true, false, true, 'dollars_first', 'full',
  '[{"product_code":"tideline","currency":"USD","unit_amount_in_cents":2000}]', 'credit', 'Tideline & Töchter',
  '["1 Harbour Street","Vienna"]', 'ATU12345678', 3000, 300, 10, 'by_mode', 3, true, 'full', 'at_renewal', 0,
  'billing@example.com', 'https://example.com/logo.png', '#0a6b4f', 'de', '["refund"]', '["cancel","invoices"]',
  '["gold"]', '["cancel_subscriptions"]', true);
INSERT INTO api_keys (
  id, site_id, kind, name, hash, read_only, created_at_ms
) VALUES (
  '0000000000000000000000000000000b', '00000000000000000000000000000001', 'private', 'key 11',
  '0000000000000000000000000000000b0000000000000000000000000000000b', false, 1772366400011);
INSERT INTO api_keys (
  id, site_id, kind, name, hash, read_only, created_at_ms
) VALUES (
  '0000000000000000000000000000000c', '00000000000000000000000000000002', 'private', 'key 12',
  '0000000000000000000000000000000c0000000000000000000000000000000c', false, 1772366400012);
INSERT INTO accounts (
  site_id, id, account_code, state, email, first_name, last_name, company_name, tax_exempt, address_address1,
  address_city, address_zip, address_country, hosted_login_token, created_at, updated_at, custom_fields
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000064', 'ada', 'active', 'ada@example.com', 'Ada',
  'Løvelace', '', true, '1 Quay', 'Cork', 'T12', 'IE', '00000000000000000000000000000064', 1772366500, 1772366500,
  '[{"name":"size","value":"L"}]');
INSERT INTO accounts (
  site_id, id, parent_id, account_code, state, email, first_name, last_name, company_name, tax_exempt,
  address_address1, address_city, address_zip, address_country, hosted_login_token, created_at, updated_at,
  custom_fields
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000065', '00000000000000000000000000000064', 'bob',
  'active', 'ada@example.com', 'Ada', 'Løvelace', '', true, '1 Quay', 'Cork', 'T12', 'IE',
  '00000000000000000000000000000065', 1772366501, 1772366501, '[{"name":"size","value":"L"}]');
INSERT INTO shipping_addresses (
  site_id, key, account_id, id, first_name, last_name, nickname, address1, city, state, zip, country, created_at,
  updated_at
) VALUES (
  '00000000000000000000000000000001', '0000000000000000000000000000006e', '00000000000000000000000000000064', 110,
  'Ada', 'Løvelace', 'Home', '1 Quay', 'Cork', 'Munster', 'T12', 'IE', 1772366510, 1772366510);
INSERT INTO account_acquisitions (
  site_id, account_id, cost_in_cents, currency, channel, campaign, created_at, updated_at
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000064', 500, 'USD', 'blog', 'spring', 1772366400,
  1772366400);
INSERT INTO account_notes (
  site_id, id, account_id, message, created_at
) VALUES (
  '00000000000000000000000000000001', '0000000000000000000000000000006f', '00000000000000000000000000000064',
  'Called about the invoice.', 1772366400);
INSERT INTO billing_infos (
  site_id, account_id, reference, gateway_code, created_at, type, first_name, last_name, address1, city, zip,
  country, ip_address, card_type, year, month, first_six, last_four, updated_at, network_transaction_id, expiry_told
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000064', 'card-1', 'test', 1772366400,
  'credit_card', 'Ada', 'Løvelace', '1 Quay', 'Cork', 'T12', 'IE', '192.0.2.1', 'Visa', 2030, 11, '411111', '1111',
  1772366400, 'network-1', 24371);
INSERT INTO billing_infos (
  site_id, account_id, reference, gateway_code, created_at, type, first_name, last_name, address1, city, zip,
  country, ip_address, card_type, year, month, first_six, last_four, updated_at, network_transaction_id
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000065', 'card-1', 'test', 1772366400,
  'credit_card', 'Ada', 'Løvelace', '1 Quay', 'Cork', 'T12', 'IE', '192.0.2.1', 'Visa', 2030, 11, '411111', '1111',
  1772366400, 'network-1');
INSERT INTO transactions (
  site_id, uuid, account_id, type, action, amount_in_cents, tax_in_cents, currency, status, payment_method,
  reference, source, recurring, test, voidable, refundable, gateway_type, origin, transaction_error, cvv_result,
  avs_result_postal, created_at, updated_at, details, invoice_id, gateway_code, network_advice
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000ce', '00000000000000000000000000000064',
  'credit_card', 'verify', 0, 0, 'EUR', 'failed', 'credit_card', '12345', 'billing_info', false, true, false, false,
  'test', 'api', '{"error_code":"insufficient_funds","error_category":"soft","gateway_error_code":"51"}',
  '{"code":"M","text":"Match"}', 'Y', 1772366606, 1772366606,
  '{"account":{"account_code":"ada","first_name":"Ada","last_name":null,"company":null,"email":null,"billing_info":null}}',
  '000000000000000000000000000000c8', 'test', 'do_not_retry');
INSERT INTO intents (
  site_id, id, kind, subject, gateway_key, gateway_code, correlation, leased_until_ms, reserved, payload, reversing
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000e6', 'verify',
  '00000000000000000000000000000065', '000000000000000000000000000000e6', 'test', 'request-1', 1772366460000,
  '{"coupons":["000000000000000000000000000000e6"],"codes":[],"gift_cards":[]}', '{"kind":"verify","version":1}',
  false);
INSERT INTO intents (
  site_id, id, kind, subject, gateway_key, gateway_code, correlation, leased_until_ms, reserved, payload, reversing
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000e7', 'payment',
  '00000000000000000000000000000064', '000000000000000000000000000000e7', 'test', 'request-1', 1772366460000,
  '{"coupons":["000000000000000000000000000000e7"],"codes":[],"gift_cards":[]}',
  '{"action":"purchase","authorization":null,"collecting":{"uuid":"000000000000000000000000000000c8","reason":"automatic","at":1772366400,"idempotency_key":null},"kind":"payment","version":1}',
  false);
INSERT INTO intents (
  site_id, id, kind, subject, gateway_key, gateway_code, correlation, leased_until_ms, payload, reversing
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000e8', 'payment',
  'eve', '000000000000000000000000000000e8', 'test', 'request-1', 1772366460000,
  '{"action":"purchase","authorization":null,"kind":"payment","version":1}',
  false);
INSERT INTO intents (
  site_id, id, kind, subject, gateway_key, gateway_code, correlation, leased_until_ms, payload, reversing
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000e9', 'payment',
  '000000000000000000000000000000c9', '000000000000000000000000000000e9', 'test', 'request-1', 1772366460000,
  '{"action":"capture","authorization":"auth-1","capturing":{"transaction":"000000000000000000000000000000ce","at":1772366400,"actor":"key:1","idempotency_key":"order-8"},"kind":"payment","version":1}',
  false);
INSERT INTO intents (
  site_id, id, kind, subject, gateway_key, gateway_code, correlation, leased_until_ms, payload, reversing
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000ea', 'refund',
  '000000000000000000000000000000ca', '000000000000000000000000000000ea', 'test', 'request-1', 1772366460000,
  '{"draft":{"invoice":"000000000000000000000000000000c8"},"kind":"refund","version":1}',
  false);
INSERT INTO intents (
  site_id, id, kind, subject, gateway_key, gateway_code, correlation, leased_until_ms, payload, reversing
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000eb', 'authorization',
  'authorization:000000000000000000000000000000ce', '000000000000000000000000000000eb', 'test', 'request-1', 1772366460000,
  '{"draft":{"account_code":"ada"},"method":null,"kind":"authorization","version":2}',
  false);
INSERT INTO audit_log (
  site_id, id, at, actor, correlation, what, subject
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000dc', 1772366400, 'command line', 'request-1',
  'account.created', 'ada');
INSERT INTO audit_log (
  site_id, id, at, actor, correlation, what, subject
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000dd', 1772366400, 'command line', 'request-1',
  'billing_info.code_checked', 'ada');
INSERT INTO audit_log (
  site_id, id, at, actor, correlation, what, subject
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000de', 1772366400, 'command line', 'request-1',
  'sale.made', 'ada');
INSERT INTO audit_log (
  site_id, id, at, actor, correlation, what, subject
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000df', 1772366400, 'command line', 'request-1',
  'payment.entered', 'ada');
INSERT INTO audit_log (
  site_id, id, at, actor, correlation, what, subject
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000e0', 1772366400, 'command line', 'request-1',
  'site.journey_cancelled', 'ada');
INSERT INTO audit_log (
  site_id, id, at, actor, correlation, what, subject
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000e1', 1772366400, 'command line', 'request-1',
  'invoice.dunned', 'ada');
INSERT INTO audit_log (
  site_id, id, at, actor, correlation, what, subject
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000e2', 1772366400, 'command line', 'request-1',
  'due_work.dismissed', 'ada');
INSERT INTO outbox (
  site_id, id, kind, recipient, correlation, payload, queued_at_ms, status, attempts, next_attempt_at_ms,
  give_up_at_ms, is_copy
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000ff', 'receipt', 'tech@example.com', 'request-1',
  '{"limit":400}', 1772366400000, 'queued', 0, 1772366400000, 1772625600000, false);
INSERT INTO idempotency_keys (
  site_id, key, request_hash, created_at_ms, outcome
) VALUES (
  '00000000000000000000000000000001', 'order-7', 'hash', 1772366400000,
  '{"invoice":"000000000000000000000000000000c8"}');
INSERT INTO sequences (
  site_id, series, value
) VALUES (
  '00000000000000000000000000000001', 'invoice', 2);
INSERT INTO sequences (
  site_id, series, value
) VALUES (
  '00000000000000000000000000000001', 'coupon', 1);
INSERT INTO gateway_log (
  key, entry, at_ms, reference
) VALUES (
  'acme/charge-1', '{"key":"acme/charge-1","at":1772366400000,"reference":"ch_1","outcome":"succeeded"}',
  1772366400000, 'ch_1');
INSERT INTO gateway_log (
  key, entry, at_ms, reference, about
) VALUES (
  'acme/charge-1/refund',
  '{"key":"acme/charge-1/refund","at":1772366400001,"reference":"re_1","about":"ch_1","outcome":"succeeded"}',
  1772366400001, 're_1', 'ch_1');
INSERT INTO plans (
  site_id, id, state, plan_code, name, success_url, display_donation_amounts, display_quantity, display_phone_number,
  bypass_hosted_confirmation, unit_name, plan_interval_length, plan_interval_unit, trial_interval_length,
  trial_interval_unit, accounting_code, revenue_schedule_type, created_at, updated_at, tax_exempt,
  trial_requires_billing_info, auto_renew, unit_amount_in_cents, setup_fee_in_cents
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000079', 'active', 'gold', 'Tideline',
  'https://tideline.example/welcome', false, true, false, false, 'unit', 1, 'months', 7, 'days', 'tides', 'evenly',
  1772366521, 1772366521, false, true, true, '{"USD":1999,"JPY":2900}', '{"USD":500,"JPY":0}');
INSERT INTO measured_units (
  site_id, key, state, id, name, display_name, created_at, updated_at
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000078', 'active', 120, 'unit-120', 'Buoy readings',
  1772366520, 1772366520);
INSERT INTO plan_add_ons (
  site_id, id, state, plan_id, add_on_code, name, add_on_type, measured_unit_id, default_quantity,
  display_quantity_on_hosted_page, optional, unit_amount_in_cents, tier_type, tiers, accounting_code, created_at,
  updated_at
) VALUES (
  '00000000000000000000000000000001', '0000000000000000000000000000007a', 'active',
  '00000000000000000000000000000079', 'add-on-122', 'Storm alerts', 'fixed', 120, 1, false, true, '{"USD":250}',
  'flat', '[]', 'add-on-122', 1772366522, 1772366522);
INSERT INTO subscriptions (
  site_id, uuid, account_id, plan_id, plan_code, plan_name, interval_unit, interval_length, setup_fee_in_cents,
  tax_exempt, add_ons, created_at, revenue_schedule_type, state, unit_amount_in_cents, currency, quantity,
  activated_at, updated_at, current_period_started_at, current_period_ends_at, trial_started_at, trial_ends_at,
  total_billing_cycles, remaining_billing_cycles, auto_renew, first_bill_date, next_bill_date,
  current_term_started_at, terms_and_conditions, customer_notes, tax_type, tax_region, tax_rate, net_terms,
  collection_method, started_with_gift, imported_trial, custom_fields, anchor_at, boundary_at, late_periods,
  trial_told_at
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000082', '00000000000000000000000000000064',
  '00000000000000000000000000000082', 'tideline', 'Tideline', 'months', 1, 500, false,
  '[{"add_on_type":"fixed","add_on_code":"charts","name":"Charts","unit_amount_in_cents":250,"quantity":2,"revenue_schedule_type":null,"usage_type":null,"usage_percentage":null,"tier_type":"flat","tiers":[],"measured_unit_id":null,"accounting_code":null}]',
  1772366530, 'evenly', 'active', 1999, 'USD', 3, 1772366530, 1772366530, 1772366400, 1772971200, 1772366400,
  1772971200, 12, 11, true, 1772366530, 1772452930, 1772366530, 'Pay within a month.', '', 'usst', 'CA', '0.0875', 0,
  'automatic', false, false, '[{"name":"size","value":"M"}]', 1772366530, 1772971200, 0, 1772971200);
INSERT INTO subscriptions (
  site_id, uuid, account_id, plan_id, plan_code, plan_name, interval_unit, interval_length, setup_fee_in_cents,
  tax_exempt, add_ons, created_at, revenue_schedule_type, state, unit_amount_in_cents, currency, quantity,
  activated_at, updated_at, current_period_started_at, current_period_ends_at, total_billing_cycles,
  remaining_billing_cycles, auto_renew, first_bill_date, next_bill_date, current_term_started_at,
  terms_and_conditions, customer_notes, tax_type, tax_region, tax_rate, net_terms, collection_method,
  started_with_gift, imported_trial, custom_fields, anchor_at, boundary_at, late_periods, renewal_told_at
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000083', '00000000000000000000000000000064',
  '00000000000000000000000000000083', 'tideline', 'Tideline', 'months', 12, 500, false,
  '[{"add_on_type":"fixed","add_on_code":"charts","name":"Charts","unit_amount_in_cents":250,"quantity":2,"revenue_schedule_type":null,"usage_type":null,"usage_percentage":null,"tier_type":"flat","tiers":[],"measured_unit_id":null,"accounting_code":null}]',
  1772366531, 'evenly', 'active', 1999, 'USD', 3, 1772366531, 1772366531, 1772366531, 1774094400, 12, 11, true,
  1772366531, 1772452931, 1772366531, 'Pay within a month.', '', 'usst', 'CA', '0.0875', 0, 'automatic', false,
  false, '[{"name":"size","value":"M"}]', 1772366531, 1774094400, 0, 1774094400);
INSERT INTO subscriptions (
  site_id, uuid, account_id, plan_id, plan_code, plan_name, interval_unit, interval_length, setup_fee_in_cents,
  tax_exempt, add_ons, created_at, revenue_schedule_type, state, unit_amount_in_cents, currency, quantity,
  activated_at, updated_at, current_period_started_at, current_period_ends_at, total_billing_cycles,
  remaining_billing_cycles, auto_renew, first_bill_date, next_bill_date, current_term_started_at,
  terms_and_conditions, customer_notes, tax_type, tax_region, tax_rate, net_terms, collection_method,
  started_with_gift, imported_trial, custom_fields, anchor_at, boundary_at, late_periods
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000084', '00000000000000000000000000000065',
  '00000000000000000000000000000084', 'tideline', 'Tideline', 'months', 12, 500, false,
  '[{"add_on_type":"fixed","add_on_code":"charts","name":"Charts","unit_amount_in_cents":250,"quantity":2,"revenue_schedule_type":null,"usage_type":null,"usage_percentage":null,"tier_type":"flat","tiers":[],"measured_unit_id":null,"accounting_code":null}]',
  1772366532, 'evenly', 'active', 1999, 'USD', 3, 1772366532, 1772366532, 1772366532, 1774094400, 12, 11, true,
  1772366532, 1772452932, 1772366532, 'Pay within a month.', '', 'usst', 'CA', '0.0875', 0, 'automatic', false,
  false, '[{"name":"size","value":"M"}]', 1772366532, 1774094400, 0);
INSERT INTO invoices (
  site_id, uuid, account_id, original_ids, address, state, invoice_number_prefix, invoice_number, subtotal_in_cents,
  subtotal_before_discount_in_cents, discount_in_cents, due_on, balance_in_cents, type, origin,
  refundable_total_in_cents, tax_in_cents, total_in_cents, currency, created_at, updated_at,
  attempt_next_collection_at, closed_at, tax_type, tax_region, tax_rate, net_terms, collection_method,
  credited_in_cents, unanswered_since, unanswered_gateway
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000c8', '00000000000000000000000000000064', '[]',
  '{"first_name":"Ada","last_name":"Lovelace","name_on_account":null,"company":null,"address1":"1 Pier","address2":null,"city":"Brighton","state":null,"zip":"BN1","country":"GB","phone":null}',
  'pending', '', 1001, 900, 1000, 100, 1772366600, 0, 'charge', 'purchase', 979, 79, 979, 'USD', 1772366600,
  1772366600, 1772370000, 1772366600, 'usst', 'CA', '0.0875', 0, 'automatic', 0, 1772366400, 'main');
INSERT INTO invoices (
  site_id, uuid, account_id, original_ids, address, state, invoice_number_prefix, invoice_number, subtotal_in_cents,
  subtotal_before_discount_in_cents, discount_in_cents, due_on, balance_in_cents, type, origin,
  refundable_total_in_cents, tax_in_cents, total_in_cents, currency, created_at, updated_at, closed_at, tax_type,
  tax_region, tax_rate, net_terms, collection_method, credited_in_cents
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000c9', '00000000000000000000000000000064',
  '["000000000000000000000000000000c8"]',
  '{"first_name":"Ada","last_name":"Lovelace","name_on_account":null,"company":null,"address1":"1 Pier","address2":null,"city":"Brighton","state":null,"zip":"BN1","country":"GB","phone":null}',
  'open', '', 1002, 900, 1000, 100, 1772366601, 0, 'credit', 'purchase', 979, 79, 979, 'USD', 1772366601, 1772366601,
  1772366601, 'usst', 'CA', '0.0875', 0, 'automatic', 0);
INSERT INTO invoice_originals (
  site_id, credit_id, charge_id
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000c9', '000000000000000000000000000000c8');
INSERT INTO adjustments (
  site_id, uuid, account_id, invoice_id, subscription_id, position, discounts, taxes, type, state, description,
  origin, unit_amount_in_cents, quantity, quantity_remaining, discount_in_cents, tax_in_cents, total_in_cents,
  currency, taxable, tax_type, tax_region, tax_rate, tax_exempt, start_date, created_at, updated_at, credited_share
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000ca', '00000000000000000000000000000064',
  '000000000000000000000000000000c8', '00000000000000000000000000000082', 0,
  '[{"redemption":"00000000000000000000000000000009","amount":100}]',
  '[{"type":"usst","region":"CA","rate":"0.0875","amount":79}]', 'charge', 'pending', 'Oilskins', 'debit', 500, 2, 2,
  100, 79, 979, 'USD', true, 'usst', 'CA', '0.0875', false, 1772366602, 1772366602, 1772366602, '1/3');
INSERT INTO credit_payments (
  site_id, uuid, account_id, original_invoice_id, applied_to_invoice_id, action, currency, amount_in_cents,
  created_at, updated_at
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000cb', '00000000000000000000000000000064',
  '000000000000000000000000000000c9', '000000000000000000000000000000c8', 'payment', 'USD', 100, 1772366603,
  1772366603);
INSERT INTO ledger_movements (
  site_id, id, at, account_id, currency, what, subject
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d2', 1772366400,
  '00000000000000000000000000000064', 'USD', 'invoice.posted', '000000000000000000000000000000c8');
INSERT INTO ledger_movements (
  site_id, id, at, account_id, currency, what, subject
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d3', 1772366400,
  '00000000000000000000000000000064', 'USD', 'payment.returned', '000000000000000000000000000000ce');
INSERT INTO ledger_movements (
  site_id, id, at, account_id, currency, what, subject
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d4', 1772366400,
  '00000000000000000000000000000064', 'USD', 'payment.came_back', '000000000000000000000000000000ce');
INSERT INTO ledger_movements (
  site_id, id, at, account_id, currency, what, subject
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d5', 1772366400,
  '00000000000000000000000000000064', 'USD', 'payment.lost', '000000000000000000000000000000ce');
INSERT INTO ledger_entries (
  site_id, movement_id, line, account, amount
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d2', 0, 'receivable', 1000);
INSERT INTO ledger_entries (
  site_id, movement_id, line, account, amount
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d2', 1, 'revenue', -1000);
INSERT INTO ledger_entries (
  site_id, movement_id, line, account, amount
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d3', 0, 'credit', 300);
INSERT INTO ledger_entries (
  site_id, movement_id, line, account, amount
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d3', 1, 'cash', -300);
INSERT INTO ledger_entries (
  site_id, movement_id, line, account, amount
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d4', 0, 'cash', 300);
INSERT INTO ledger_entries (
  site_id, movement_id, line, account, amount
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d4', 1, 'credit', -300);
INSERT INTO ledger_entries (
  site_id, movement_id, line, account, amount
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d5', 0, 'write_off', 50);
INSERT INTO ledger_entries (
  site_id, movement_id, line, account, amount
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000d5', 1, 'cash', -50);
INSERT INTO coupons (
  site_id, key, id, coupon_code, folded_code, name, description, discount_type, discount_in_cents, redeem_by_date,
  duration, temporal_unit, temporal_amount, redeemed, applies_to_all_plans, applies_to_non_plan_charges,
  redemption_resource, max_redemptions_per_account, coupon_type, created_at, updated_at, plan_codes
) VALUES (
  '00000000000000000000000000000001', '0000000000000000000000000000007b', 123, 'SPRING', 'spring', 'Spring tide', '',
  'dollars', '{"USD":500,"EUR":450}', 1772366400, 'temporal', 'month', 3, 1, false, true, 'account', 2,
  'single_code', 1772366523, 1772366523, '["tideline"]');
INSERT INTO unique_coupon_codes (
  site_id, key, coupon_key, id, coupon_code, folded_code, created_at, updated_at
) VALUES (
  '00000000000000000000000000000001', '0000000000000000000000000000007c', '0000000000000000000000000000007b', 124,
  'Unique-124', 'unique-124', 1772366524, 1772366524);
INSERT INTO redemptions (
  site_id, uuid, account_id, coupon_key, coupon_code, single_use, total_discounted_in_cents, currency, created_at,
  updated_at
) VALUES (
  '00000000000000000000000000000001', '0000000000000000000000000000008c', '00000000000000000000000000000064',
  '0000000000000000000000000000007b', 'SPRING', false, 0, 'USD', 1772366540, 1772366540);
INSERT INTO gift_cards (
  site_id, key, id, redemption_code, gifter_account_id, product_code, unit_amount_in_cents, currency, delivery,
  created_at, updated_at, before_settlement
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000cc', 204, 'GIFTCARD204',
  '00000000000000000000000000000064', 'tideline', 2000, 'USD',
  '{"method":"post","email_address":null,"deliver_at":null,"first_name":"Ada","last_name":null,"address":{"first_name":null,"last_name":null,"name_on_account":null,"company":null,"address1":"1 Quay","address2":null,"city":"Cork","state":null,"zip":"T12","country":"IE","phone":null},"gifter_name":"Gerda","personal_message":"Ahoy"}',
  1772366604, 1772366604, true);
INSERT INTO forced_collections (
  site_id, account_id, at
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000064', 1772366400);
INSERT INTO due_leases (
  site_id, subject, leased_until_ms
) VALUES (
  '00000000000000000000000000000001', '00000000000000000000000000000064', 1772366460000);
INSERT INTO due_failures (
  site_id, kind, item_id, subject, due_at, failures, status, error, failed_at_ms
) VALUES (
  '00000000000000000000000000000001', 'subscription_boundary', '00000000000000000000000000000082',
  '00000000000000000000000000000064', 1772971200, 9, 'parked', 'Three periods were missed.', 1772366400000);
INSERT INTO events (
  site_id, id, at, type, account_id, event
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000fc', 1772366400, 'new_account',
  '00000000000000000000000000000064',
  '{"type":"new_account","account":{"account_code":"sample-ada","username":"ada","email":"ada@example.com","first_name":"Ada","last_name":"Lovelace","company_name":"Analytical Engines","phone":"+44 20 7946 0000"}}');
INSERT INTO usages (
  site_id, key, account_id, subscription_id, add_on_code, id, amount, amount_decimal, amount_billionths,
  recording_timestamp, usage_timestamp, created_at, changed_at, billed_at, billed_line, usage_type,
  unit_amount_in_cents, tier_type, tiers, measured_unit_id, origin, late_started_at, late_ends_at
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000cd', '00000000000000000000000000000064',
  '00000000000000000000000000000082', 'archive', 1, 12, '12.5', 500000000, 1772366400, 1772366460, 1772366400,
  1772366400, 1772366499, '000000000000000000000000000000ca', 'price', 5, 'flat', '[]', 120, 'client', 1769774400,
  1772366400);
INSERT INTO dunning_campaigns (
  site_id, id, code, version, schedule, created_at, updated_at
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000f2', 'patient', 1,
  '{"days":[0,3,7,14,21],"final_day":28,"invoice":"fail","subscription":"expire"}', 1772366400, 1772366400);
INSERT INTO dunning_assignments (
  site_id, assignee, assignee_id, campaign_id
) VALUES (
  '00000000000000000000000000000001', 'account', '00000000000000000000000000000064',
  '000000000000000000000000000000f2');
INSERT INTO gateway_accounts (
  site_id, code, adapter, active, brands, position, sealed_credentials, created_at, updated_at
) VALUES (
  '00000000000000000000000000000001', 'main', 'test', true, '["Visa"]', 1, 'c2VhbGVk', 1772366400, 1772366400);
INSERT INTO clock_progress (
  site_id, to_at, reached_at, items, clock_offset
) VALUES (
  '00000000000000000000000000000001', 1774958400, 1772452800, 2, 2592000);
INSERT INTO webhook_endpoints (
  site_id, id, url, legacy_invoices, has_basic_auth, header_names, sealed_secrets, created_at_ms, updated_at_ms
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000fa', 'https://shop.example/hook', false, false,
  '[]', 'c2VhbGVk', 1772366400000, 1772366400000);
INSERT INTO webhook_endpoints (
  site_id, id, url, legacy_invoices, paused_for, has_basic_auth, header_names, sealed_secrets, created_at_ms,
  updated_at_ms
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000fb', 'https://shop.example/hook', false,
  'failing', false, '[]', 'c2VhbGVk', 1772366400000, 1772366400000);
INSERT INTO webhook_health (
  site_id, endpoint_id, failing_since_ms
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000fb', 1772366400000);
INSERT INTO webhook_leases (
  site_id, subject, holder, leased_until_ms
) VALUES (
  '00000000000000000000000000000001', 'queue', 'holder', 1772366430000);
INSERT INTO webhook_queue (
  site_id, event_id
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000fc');
INSERT INTO webhook_notifications (
  site_id, id, event_id, type, account_id, body, created_at_ms
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000fd', '000000000000000000000000000000fc',
  'new_account', '00000000000000000000000000000064', '<new_account_notification/>', 1772366400000);
INSERT INTO webhook_deliveries (
  site_id, id, endpoint_id, notification_id, sequence, state, attempts, next_attempt_at_ms, log
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000fe', '000000000000000000000000000000fa',
  '000000000000000000000000000000fd', 1, 'pending', 0, 1772366400000, '[]');
INSERT INTO account_sessions (
  site_id, hash, account_id, login_token_hash, created_at_ms, used_at_ms
) VALUES (
  '00000000000000000000000000000001', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  '00000000000000000000000000000064', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
  1772366400000, 1772366400001);
INSERT INTO payment_actions (
  site_id, key, id_hash, state, operation, gateway_code, gateway_type, gateway_action, reference, method_reference,
  amount_in_cents, currency, account_code, transaction_uuid, invoice_id, correlation, requests, created_at, ends_at
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000f0',
  '064374efbbc567cffa0d98979e1d8791666df277fd6382d7b8fc8ca798c0f3cb', 'waiting', 'purchase', 'main', 'test',
  'the challenge of the gateway', 'payment-1', 'method-1', 1000, 'EUR', 'ada', '000000000000000000000000000000ce',
  '000000000000000000000000000000c8', 'request-1', 0, 1772366400, 1772452800);
INSERT INTO gateway_notifications (
  site_id, id, gateway_code, message_id, account_id, correlation, notification, received_at, due_at, attempts
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000f3', 'main', 'm1',
  '00000000000000000000000000000064', 'c',
  '{"kind":"refund_failed","id":"m1","at":1772366400,"reference":"r1","reason":null}', 1772366400, 1772366401, 0);
INSERT INTO disputes (
  site_id, id, gateway_code, reference, account_id, transaction_uuid, state, amount_in_cents, currency, reason,
  booked, withdrawn_in_cents, fee_in_cents, fee_currency, evidence_due_at, reported_at, opened_at
) VALUES (
  '00000000000000000000000000000001', '000000000000000000000000000000f1', 'main', 'dp_1',
  '00000000000000000000000000000064', '000000000000000000000000000000ce', 'open', 1000, 'USD', 'fraudulent', true,
  1000, 1500, 'USD', 1772971200, 1772366400, 1772366400);
INSERT INTO gateway_operations (
  site_id, gateway_code, key, action, request, closed, at
) VALUES (
  '00000000000000000000000000000001', 'main', '000000000000000000000000000000e7', 'purchase', '{"amount":1000}',
  false, 1772366400);
INSERT INTO gateway_outages (
  site_id, gateway_code, since, error_code, answered_at, check_at, hastened
) VALUES (
  '00000000000000000000000000000001', 'main', 1772366400, 'gateway_unavailable', 1772366410, 1772366530, true);
INSERT INTO gateway_outages (
  site_id, gateway_code, since, error_code, hastened
) VALUES (
  '00000000000000000000000000000001', 'europe', 1772366400, 'gateway_timeout', false);

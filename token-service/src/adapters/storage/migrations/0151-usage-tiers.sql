-- Percentages that depend on the amount, by currency; and how usage is counted.
ALTER TABLE plan_add_ons ADD COLUMN percentage_tiers text NOT NULL DEFAULT '[]';
ALTER TABLE plan_add_ons ADD COLUMN usage_timeframe text;
ALTER TABLE plan_add_ons ADD COLUMN usage_calculation_type text;
UPDATE plan_add_ons SET usage_timeframe = 'billing_period' WHERE add_on_type = 'usage' AND tier_type = 'tiered';
-- The same of the price that was agreed when usage was recorded.
ALTER TABLE usages ADD COLUMN percentage_tiers text;
ALTER TABLE usages ADD COLUMN usage_calculation_type text;

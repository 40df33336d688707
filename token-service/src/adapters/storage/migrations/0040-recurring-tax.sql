-- A subscription's tax is computed from its agreement and its tax rate when it is shown, so that no change outdates it.
ALTER TABLE subscriptions DROP COLUMN tax_in_cents;

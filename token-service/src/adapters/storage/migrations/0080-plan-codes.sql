-- Codes of plans may have capitals, and no two plans on sale differ in case alone.
CREATE UNIQUE INDEX plans_by_any_case ON plans (site_id, LOWER(plan_code)) WHERE state = 'active';

-- The budget that a workspace set for itself has a column of its own. Processes of the version before go on reading and writing
-- the old one, where NULL is no cap, so it is filled. The owner sees every workspace while the policies are not forced on it.
ALTER TABLE workspace ADD COLUMN own_month_budget_usd DECIMAL(18,9);
ALTER TABLE workspace NO FORCE ROW LEVEL SECURITY;
UPDATE workspace SET own_month_budget_usd = monthly_budget_usd WHERE slug <> 'local';
UPDATE workspace SET monthly_budget_usd = coalesce(public.pressure_test_month_cap(monthly_budget_usd, slug), 50);
ALTER TABLE workspace FORCE ROW LEVEL SECURITY;

-- The budget of a month that is configured, and its ceiling, may be read in every workspace, and the rest of this table in none.
CREATE POLICY configured_budgets ON installation_value FOR SELECT USING (name IN ('monthly_budget_usd', 'max_monthly_budget_usd'));

-- What a workspace may spend in a month: its own budget, else the configured one, up to the ceiling.
CREATE FUNCTION public.pressure_test_month_cap(own numeric, slug text) RETURNS numeric LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS
$$ SELECT CASE WHEN slug = 'local' THEN coalesce(own, usual) ELSE least(coalesce(own, usual), most) END
     FROM (SELECT max(value::numeric) FILTER (WHERE name = 'monthly_budget_usd') AS usual,
                  max(value::numeric) FILTER (WHERE name = 'max_monthly_budget_usd') AS most
             FROM public.installation_value WHERE name IN ('monthly_budget_usd', 'max_monthly_budget_usd')) AS configured $$;

-- From now on no budget of its own means the configured one, which the local workspace had at its last start: a workspace with
-- the same one never set another. The owner sees every workspace while the policies are not forced on it.
ALTER TABLE workspace NO FORCE ROW LEVEL SECURITY;
UPDATE workspace SET monthly_budget_usd = NULL
 WHERE slug = 'local' OR monthly_budget_usd = (SELECT w.monthly_budget_usd FROM workspace w WHERE w.slug = 'local');
ALTER TABLE workspace FORCE ROW LEVEL SECURITY;

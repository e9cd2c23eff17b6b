-- The configured budget of a month is stored as somebody set it, and holds up to the ceiling, on this machine, too, where an own
-- budget may be higher.
CREATE OR REPLACE FUNCTION public.pressure_test_month_cap(own numeric, slug text) RETURNS numeric LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS
$$ SELECT CASE WHEN slug = 'local' THEN coalesce(own, least(usual, most)) ELSE least(coalesce(own, usual), most) END
     FROM (SELECT max(value::numeric) FILTER (WHERE name = 'monthly_budget_usd') AS usual,
                  max(value::numeric) FILTER (WHERE name = 'max_monthly_budget_usd') AS most
             FROM public.installation_value WHERE name IN ('monthly_budget_usd', 'max_monthly_budget_usd')) AS configured $$;

-- In a distributed database a row is stamped by the clock of the node that stores it, and `until` is read from that of the
-- coordinator. `tradehall distribute` sets by how much they may differ; a client then sees the last changes once more.
create or replace function platform.changes_complete_until() returns timestamptz language plpgsql volatile as $$
declare
  real_time timestamptz;
  tolerance interval := coalesce(nullif(current_setting('tradehall.clock_tolerance', true), ''), '0')::interval;
begin
  if not current_setting('track_activities')::boolean then
    return null;
  end if;
  -- Autovacuum keeps transactions open for long and changes no row.
  select least(statement_timestamp(), min(xact_start)) - tolerance into real_time
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type is distinct from 'autovacuum worker';
  return platform.clock_time(real_time);
end
$$;

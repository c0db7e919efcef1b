-- resumable: the indexes are built while the audit log is written
-- Moments that tell whether changes may be missing before a later one: the current time, and the start of every open
-- transaction. A change is not before the start of its transaction. Nothing if the database does not record those starts.
create or replace function platform.open_since() returns setof timestamptz language sql volatile as $$
  -- In a distributed database a row is stamped by the clock of its node (0097).
  select moment - coalesce(nullif(current_setting('tradehall.clock_tolerance', true), ''), '0')::interval
  from (
    -- That of the arrival of the statement, so it is older than the list of transactions.
    select statement_timestamp() as moment
    union all
    -- Autovacuum keeps transactions open for long and changes no row.
    select xact_start
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type is distinct from 'autovacuum worker'
      and xact_start is not null
  ) as moments
  where current_setting('track_activities')::boolean
$$;

-- As before, from the same moments. It is volatile, so that its second statement sees clock moves that were committed since
-- the first.
create or replace function platform.changes_complete_until() returns timestamptz language plpgsql volatile as $$
declare
  real_time timestamptz;
begin
  select min(moment) into real_time from platform.open_since() as moment;
  return platform.clock_time(real_time);
end
$$;

-- When an entry was written, in the real time of the database. Earlier entries have none, so that no row is rewritten.
alter table identity.audit add column if not exists recorded_at timestamptz;
alter table identity.audit alter column recorded_at set default clock_timestamp();
create index concurrently if not exists audit_recorded_idx on identity.audit (recorded_at) where recorded_at is not null;
-- What was done to brands, retailers and the marketplace itself, which is little.
create index concurrently if not exists audit_accounts_recorded_idx on identity.audit (recorded_at)
  where recorded_at is not null and application_id is null and user_id is null;

-- Every offset that the clock had, and since which real time. Before the first move the clock was real time.
create table platform.clock_moves (
  at timestamptz not null default clock_timestamp(),
  offset_ms bigint not null,
  constraint clock_moves_pkey primary key (at)
);
insert into platform.clock_moves (offset_ms) select offset_ms from platform.clock where offset_ms <> 0;

create function platform.clock_time(real_time timestamptz) returns timestamptz language sql stable
  return real_time + coalesce(
    (select offset_ms from platform.clock_moves where at <= real_time order by at desc limit 1), 0
  ) * interval '1 millisecond';

-- The first real time at which the clock read `moment` or later. A clock that was moved back read some times twice.
create function platform.first_real_time(moment timestamptz) returns timestamptz language sql stable
  return (
    select min(greatest(at, moment - offset_ms * interval '1 millisecond'))
    from (
      select at, offset_ms, lead(at, 1, 'infinity') over (order by at) as next_at
      from (
        select '-infinity'::timestamptz as at, 0 as offset_ms
        union all
        select at, offset_ms from platform.clock_moves
      ) as move
    ) as period
    where greatest(at, moment - offset_ms * interval '1 millisecond') < next_at
  );

create function platform.micros(moment timestamptz) returns bigint language sql stable parallel safe
  return (extract(epoch from moment) * 1000000)::bigint;

create function platform.from_micros(micros bigint) returns timestamptz language sql stable parallel safe
  return timestamptz 'epoch' + micros * interval '1 microsecond';

-- The time of the clock before which all changes are committed and visible to the next statement: the start of the oldest
-- open transaction, or now. The current time is that of the arrival of this statement, so it is older than the list of
-- transactions. The function is volatile, so that its second statement sees clock moves that were committed since the
-- first. Null if the database does not record when transactions start.
create function platform.changes_complete_until() returns timestamptz language plpgsql volatile as $$
declare
  real_time timestamptz;
begin
  if not current_setting('track_activities')::boolean then
    return null;
  end if;
  -- Autovacuum keeps transactions open for long and changes no row.
  select least(statement_timestamp(), min(xact_start)) into real_time
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type is distinct from 'autovacuum worker';
  return platform.clock_time(real_time);
end
$$;

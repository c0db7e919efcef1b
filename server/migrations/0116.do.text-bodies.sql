-- In a distributed database the coordinator cannot read a table in a function with a parsed body (`return`): these have
-- their body as text instead. They do the same as before (0062).
create or replace function platform.clock_time(real_time timestamptz) returns timestamptz language sql stable as $$
  select real_time + coalesce(
    (select offset_ms from platform.clock_moves where at <= real_time order by at desc limit 1), 0
  ) * interval '1 millisecond'
$$;

-- Only for nodes of the previous version, while they are replaced: a worker node of such a database may not read a table in
-- a function, so lists by change read the moves of the clock in their own statement.
create or replace function platform.first_real_time(moment timestamptz) returns timestamptz language sql stable as $$
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
$$;

-- When a request arrived, in real time, because the clock of a sandbox can be moved. The log is sorted by it. Null in entries
-- of the previous version, which gives a value for every column.
alter table sandbox.requests add column arrived_at timestamptz;

-- Earlier entries are older than all that follow, also those whose time is in the future because the clock was ahead.
-- safe: the table has a few thousand rows, in sandboxes only
update sandbox.requests set arrived_at = least(requested_at, now());
-- safe: the same
create index requests_arrival_idx on sandbox.requests ((coalesce(arrived_at, requested_at)) desc, id desc);
-- safe: the previous version sorts so few rows as fast
drop index sandbox.requests_newest_idx;

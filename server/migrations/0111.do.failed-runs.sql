-- resumable: the column of one table at a time
-- How many runs have failed; the others were killed with their worker, or superseded.
alter table billing.exports add column if not exists failed_runs integer not null default 0;
alter table integrations.error_reports add column if not exists failed_runs integer not null default 0;

-- Faults for the requests of one application, and other ways to fail than with a status. The client id is that of the
-- application, which token requests name themselves with.
-- safe: the table has a handful of rows, in sandboxes only, so that the check holds no lock for long
alter table sandbox.faults
  add column application_id uuid,
  add column client_id text,
  add column retry_after integer,
  add column errors integer not null default 1,
  add column disconnect text,
  add column expire_tokens boolean not null default false,
  add column unknowns boolean not null default false,
  add column marker text,
  add constraint faults_disconnect_known check (disconnect in ('before', 'after'));

-- Every process of every node reports itself here, so that one of them can tell how all are doing.
create table platform.processes (
  id uuid not null,
  role text not null,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  report jsonb not null,
  constraint processes_pkey primary key (id),
  constraint processes_role_known check (role in ('api', 'worker'))
);

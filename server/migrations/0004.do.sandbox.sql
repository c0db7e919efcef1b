-- Faults to inject and the log of requests. Empty and unused outside the sandbox.
create schema sandbox;

create table sandbox.faults (
  id uuid not null,
  method text,
  path text not null,
  status integer,
  delay_ms integer not null,
  share double precision not null,
  remaining integer,
  created_at timestamptz not null,
  constraint faults_pkey primary key (id),
  constraint faults_share_range check (share > 0 and share <= 1),
  constraint faults_remaining_positive check (remaining >= 0)
);

-- Unlogged: losing the last lines in a crash is fine, slowing every request down is not.
create unlogged table sandbox.requests (
  id uuid not null,
  application_id uuid,
  brand_id uuid,
  method text not null,
  url text not null,
  status integer not null,
  duration_ms double precision not null,
  request_body text,
  response_body text,
  requested_at timestamptz not null,
  constraint requests_pkey primary key (id)
);
create index requests_newest_idx on sandbox.requests (requested_at desc, id desc);

-- Recordings of the requests of one application. Empty and unused outside the sandbox. Without the brand in their keys, because
-- every process reads the recordings of all brands. Real times are milliseconds of the epoch with fractions, which order
-- requests that arrive within a millisecond. Unlogged, as the request log: a recording does not have to survive a crash.
create unlogged table sandbox.recordings (
  id uuid not null,
  brand_id uuid not null,
  application_id uuid not null,
  client_id text not null,
  started_at timestamptz not null,
  started_ms double precision not null,
  request_count integer not null default 0,
  is_truncated boolean not null default false,
  constraint recordings_pkey primary key (id)
);

create unlogged table sandbox.recorded_requests (
  recording_id uuid not null,
  id uuid not null,
  arrived_ms double precision not null,
  requested_at timestamptz not null,
  duration_ms double precision not null,
  method text not null,
  url text not null,
  credentials_in_url boolean not null,
  status integer,
  outcome text not null,
  operation_id text,
  is_deprecated boolean not null,
  is_authenticated boolean not null,
  claimed_application_id uuid,
  claimed_client_id text,
  token_fingerprint text,
  fault_id uuid,
  request_headers jsonb not null,
  response_headers jsonb not null,
  request_body text,
  response_body text,
  constraint recorded_requests_pkey primary key (recording_id, id),
  constraint recorded_requests_recording_fkey foreign key (recording_id) references sandbox.recordings on delete cascade,
  constraint recorded_requests_outcome_known check (outcome in ('responded', 'disconnected', 'aborted'))
);
create index recorded_requests_arrival_idx on sandbox.recorded_requests (recording_id, arrived_ms, id);

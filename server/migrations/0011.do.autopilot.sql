-- The autopilot of each brand that has asked for one. Empty and unused outside the sandbox.
create table sandbox.autopilots (
  brand_id uuid not null,
  enabled boolean not null,
  seed integer not null,
  orders_per_day double precision not null,
  speed double precision not null,
  refuse_reception double precision not null,
  approve_rejection double precision not null,
  approve_refusal double precision not null,
  started_at timestamptz,
  -- Everything before this moment is done.
  next_at timestamptz,
  -- How often it did what, by command.
  done jsonb not null default '{}',
  constraint autopilots_pkey primary key (brand_id),
  constraint autopilots_started_when_enabled check (not enabled or (started_at is not null and next_at is not null)),
  constraint autopilots_speed_positive check (speed > 0),
  constraint autopilots_probabilities check (
    refuse_reception between 0 and 1 and approve_rejection between 0 and 1 and approve_refusal between 0 and 1
  )
);

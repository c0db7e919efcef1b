-- What every module stands on: the clock, the revisions that processes watch, workers, events on their way out, mails.
create schema platform;

-- One row: how far this installation's clock is from real time. Only the sandbox ever moves it.
create table platform.clock (
  id boolean not null default true,
  offset_ms bigint not null default 0,
  constraint clock_pkey primary key (id),
  constraint clock_one_row check (id)
);
insert into platform.clock default values;

-- A change to something that processes keep in memory raises the revision of its topic in the same transaction.
create table platform.signals (
  topic text not null,
  revision bigint not null default 0,
  constraint signals_pkey primary key (topic)
);

-- Worker processes and their last sign of life, by the database's own time: it is the one clock all of them share.
create table platform.workers (
  id uuid not null,
  host text not null,
  pid integer not null,
  -- The ids under which the job queue knows this process, to free its jobs when it dies.
  queue_worker_ids text[] not null default '{}',
  recorded_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  constraint workers_pkey primary key (id)
);

-- Events that happened and have not been handed on yet. A relay in the worker takes them in order, in batches.
create table platform.outbox (
  -- The order of recording. Ids cannot give it: several are made in one millisecond, and the clock can be moved back.
  position bigint not null generated always as identity,
  id uuid not null,
  brand_id uuid,
  type text not null,
  subject_id uuid not null,
  payload jsonb not null default '{}',
  occurred_at timestamptz not null,
  -- Set when a consumer refused the event: it is tried again, and parked for a human after the last attempt.
  attempts integer not null default 0,
  last_error text,
  retry_at timestamptz,
  parked_at timestamptz,
  constraint outbox_pkey primary key (position)
);

-- Mails to send. Bodies hold codes, so they are encrypted, and dropped once a mail has left.
create table platform.mails (
  id uuid not null,
  -- The brand or the retailer that the mail is about; null for the operator's own.
  account_id uuid,
  recipient text not null,
  subject text not null,
  body_encrypted bytea,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mails_pkey primary key (id)
);
create index mails_newest_idx on platform.mails (created_at desc, id desc);

-- An operator views as a brand in a session of its own, which refers to the operator's session and ends with it.
alter table identity.sessions add column parent_id uuid;
alter table identity.sessions
  add constraint sessions_parent_fkey foreign key (parent_id) references identity.sessions (id) on delete cascade;
create unique index sessions_parent_key on identity.sessions (parent_id) where parent_id is not null;

-- The record of a support session has the id of its session and stays when that is gone, because audit and history name it.
create table identity.support_sessions (
  id uuid not null,
  user_id uuid not null,
  brand_id uuid not null,
  reason text not null,
  access text not null,
  address text,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  constraint support_sessions_pkey primary key (id),
  constraint support_sessions_access_known check (access in ('read-only', 'read-write')),
  constraint support_sessions_reason_given check (reason <> ''),
  constraint support_sessions_within_time check (ends_at >= started_at and ended_at <= ends_at)
);
alter table identity.support_sessions
  add constraint support_sessions_user_fkey foreign key (user_id) references identity.users (id),
  add constraint support_sessions_brand_fkey foreign key (brand_id) references identity.brands (id);
create index support_sessions_newest_idx on identity.support_sessions (started_at desc, id desc);
create index support_sessions_brand_idx on identity.support_sessions (brand_id, started_at desc, id desc);
create index support_sessions_user_idx on identity.support_sessions (user_id, started_at desc, id desc);
create index support_sessions_open_idx on identity.support_sessions (user_id) where ended_at is null;

-- What was done in a support session. Null for everything else.
alter table ordering.moves add column support_session_id uuid;
alter table stock.transactions add column support_session_id uuid;

-- What an account asks of its users. The operator has the id of zeros. Sessions are read with it, so it is on the coordinator with them.
create table identity.sign_in_rules (
  account_id uuid not null,
  second_factor_from timestamptz,
  longest_session_hours integer,
  longest_idle_minutes integer,
  mails_owners boolean not null default true,
  mails_credentials boolean not null default true,
  mails_support boolean not null default true,
  updated_at timestamptz not null,
  constraint sign_in_rules_pkey primary key (account_id),
  constraint sign_in_rules_session check (longest_session_hours between 1 and 2160),
  constraint sign_in_rules_idle check (longest_idle_minutes between 5 and 43200)
);

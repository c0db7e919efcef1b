-- What a user may do in its account, and whether the user may still sign in.
alter table identity.users
  add column role text,
  add column suspended_at timestamptz,
  add column removed_at timestamptz,
  add column last_signed_in_at timestamptz;
update identity.users
set role = case when brand_id is null and retailer_id is null then 'operator' else 'owner' end;
alter table identity.users
  alter column role set not null,
  add constraint users_role_known check (role in ('owner', 'staff', 'operator')),
  add constraint users_operators_of_nobody
    check ((role = 'operator') = (brand_id is null and retailer_id is null));

-- A removed user stays, because audit and history name it, but its address may be used again.
drop index identity.users_email_key;
create unique index users_email_key on identity.users (lower(email)) where removed_at is null;
create index users_brand_idx on identity.users (brand_id, created_at, id);
create index users_retailer_idx on identity.users (retailer_id, created_at, id);

-- Sessions, links and second factors are in real time, whatever the clock of a sandbox does.
create table identity.sessions (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  address text not null,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  password_confirmed_at timestamptz,
  second_factor_at timestamptz,
  constraint sessions_pkey primary key (id),
  constraint sessions_token_hash_key unique (token_hash)
);
alter table identity.sessions
  add constraint sessions_user_fkey foreign key (user_id) references identity.users (id) on delete cascade;
create index sessions_user_idx on identity.sessions (user_id, created_at desc, id desc);
create index sessions_end_idx on identity.sessions (expires_at);

create table identity.second_factors (
  user_id uuid not null,
  secret_encrypted bytea not null,
  created_at timestamptz not null,
  enabled_at timestamptz,
  -- The time step of the last code that was accepted: a code of that step or an earlier one is not accepted again.
  last_step bigint not null default 0,
  constraint second_factors_pkey primary key (user_id)
);
alter table identity.second_factors
  add constraint second_factors_user_fkey foreign key (user_id) references identity.users (id) on delete cascade;

create table identity.recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);
alter table identity.recovery_codes
  add constraint recovery_codes_user_fkey
    foreign key (user_id) references identity.second_factors (user_id) on delete cascade;

-- The links of invitation and password reset mails. A link that was used is deleted.
create table identity.mail_links (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint mail_links_pkey primary key (id),
  constraint mail_links_token_hash_key unique (token_hash),
  constraint mail_links_kind_known check (kind in ('invitation', 'password-reset'))
);
alter table identity.mail_links
  add constraint mail_links_user_fkey foreign key (user_id) references identity.users (id) on delete cascade;
create index mail_links_user_idx on identity.mail_links (user_id, kind, created_at);
create unique index mail_links_one_invitation on identity.mail_links (user_id) where kind = 'invitation';

-- Attempts at passwords and codes that have not succeeded, by a keyed hash of the account or the address.
create table identity.attempts (
  key bytea not null,
  failures integer not null,
  last_failed_at timestamptz not null,
  constraint attempts_pkey primary key (key)
);
create index attempts_age_idx on identity.attempts (last_failed_at);

-- The audit is about users too.
alter table identity.audit
  alter column application_id drop not null,
  add column user_id uuid,
  add column detail text,
  drop constraint audit_action_known,
  drop constraint audit_acted_by_known,
  drop constraint audit_shell_is_nobody,
  add constraint audit_action_known check (action in (
    'create', 'rotate-secret', 'revoke',
    'sign-in', 'fail-sign-in', 'sign-out', 'end-session', 'invite', 'accept-invitation', 'change-role', 'suspend', 'resume',
    'remove', 'rename', 'change-password', 'request-password-reset', 'reset-password', 'enable-second-factor',
    'disable-second-factor', 'renew-recovery-codes', 'use-recovery-code'
  )),
  add constraint audit_acted_by_known check (acted_by in ('operator', 'brand', 'retailer', 'shell', 'nobody')),
  add constraint audit_nobody_is_no_user check ((acted_by in ('shell', 'nobody')) = (by_user_id is null)),
  add constraint audit_one_subject check ((application_id is null) <> (user_id is null));
alter table identity.audit
  add constraint audit_user_fkey foreign key (user_id) references identity.users (id);
create index audit_user_idx on identity.audit (user_id, created_at desc, id desc);

-- Who signed in and acted without an application.
alter table ordering.moves add column user_id uuid;
alter table sandbox.requests add column user_id uuid;
alter table general.email_verifications add column user_id uuid;

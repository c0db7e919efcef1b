-- Browsers in which a user has signed in completely. Attackers cannot delay them.
create table identity.devices (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  address text not null,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint devices_pkey primary key (id),
  constraint devices_token_hash_key unique (token_hash),
  constraint devices_user_fkey foreign key (user_id) references identity.users on delete cascade
);
create index devices_user_idx on identity.devices (user_id, last_used_at desc, id desc);
create index devices_age_idx on identity.devices (last_used_at);

-- Passkeys of users (WebAuthn). `host` is the relying party: a passkey works at this host alone.
create table identity.passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  host text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_user_fkey foreign key (user_id) references identity.users on delete cascade
);
create index passkeys_user_idx on identity.passkeys (user_id, created_at, id);

-- Challenges of passkeys that were answered, so that no answer works twice.
create table identity.used_challenges (
  hash bytea not null,
  expires_at timestamptz not null,
  constraint used_challenges_pkey primary key (hash)
);
create index used_challenges_end_idx on identity.used_challenges (expires_at);

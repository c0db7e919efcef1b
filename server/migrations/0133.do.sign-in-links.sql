-- Links that were mailed after a right password, where the password alone does not suffice.
create table identity.sign_in_links (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  address text not null,
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sign_in_links_pkey primary key (id),
  constraint sign_in_links_token_hash_key unique (token_hash),
  constraint sign_in_links_user_fkey foreign key (user_id) references identity.users on delete cascade
);
create index sign_in_links_user_idx on identity.sign_in_links (user_id, expires_at);
create index sign_in_links_end_idx on identity.sign_in_links (expires_at);

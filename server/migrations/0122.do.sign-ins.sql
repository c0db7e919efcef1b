-- When users signed in last. It was a column of identity.users, of which every node of a cluster has a copy, so that nobody
-- could sign in while one was away. That column stays as the previous version has written it: the later of the two counts.
create table identity.sign_ins (
  user_id uuid not null,
  signed_in_at timestamptz not null,
  constraint sign_ins_pkey primary key (user_id),
  constraint sign_ins_user_fkey foreign key (user_id) references identity.users
);

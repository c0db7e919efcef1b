-- Wrong codes of a second factor in a row; a right one deletes the row.
create table identity.wrong_codes (
  user_id uuid not null,
  count integer not null,
  last_at timestamptz not null,
  constraint wrong_codes_pkey primary key (user_id),
  constraint wrong_codes_user_fkey foreign key (user_id) references identity.users on delete cascade
);

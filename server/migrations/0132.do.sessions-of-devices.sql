-- The device is no foreign key: a session goes on when its device is forgotten. `link_at`: when a mailed link was opened to sign in.
alter table identity.sessions add column device_id uuid, add column link_at timestamptz;

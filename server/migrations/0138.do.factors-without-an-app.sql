-- A second factor may consist of passkeys and recovery codes alone. Its secret is then one that nobody knows, so that the previous
-- version finds every code wrong.
alter table identity.second_factors add column has_app boolean not null default true;

-- How many of the calls were refused (4xx) and how many failed on the server (5xx).
alter table identity.application_calls
  add column refused bigint not null default 0,
  add column failed bigint not null default 0;

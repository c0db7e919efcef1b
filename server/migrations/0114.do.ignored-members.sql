-- Paths of the members of its body that the server ignored; null for requests that the previous version logged.
alter table sandbox.requests add column ignored_members text[];

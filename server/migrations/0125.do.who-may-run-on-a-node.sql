-- Only the roles that serve execute statements by it, and names in a statement mean what they mean to the server, whatever
-- the session has set.
revoke execute on function platform.run_on_node(uuid, text[], text, boolean, text[]) from public;
-- safe: statements of the previous version name their tables with schema
alter function platform.run_on_node(uuid, text[], text, boolean, text[]) set search_path = pg_catalog, public, pg_temp;

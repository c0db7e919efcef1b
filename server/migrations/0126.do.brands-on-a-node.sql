-- The brands whose rows are on a node, by its group; none if the database is not distributed.
create function platform.brands_on(node integer) returns setof uuid language plpgsql volatile as $$
begin
  return query select id from identity.brands where platform.node_of(id) = node;
end
$$;

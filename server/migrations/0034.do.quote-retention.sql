-- Quotes that nobody can confirm any more are deleted with their request, which knows them: an index over all quotes would
-- cost every request for quotes more than everything else that it writes.
alter table shipping.quote_requests add column quote_ids uuid[];
update shipping.quote_requests
set quote_ids = coalesce(made.ids, '{}')
from shipping.quote_requests as request
left join (
  select brand_id, request_id, array_agg(id) as ids from shipping.quotes group by brand_id, request_id
) as made on made.brand_id = request.brand_id and made.request_id = request.id
where quote_requests.brand_id = request.brand_id and quote_requests.id = request.id;
alter table shipping.quote_requests alter column quote_ids set not null;
create index quote_requests_age_idx on shipping.quote_requests (created_at, id);

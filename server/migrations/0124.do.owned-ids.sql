-- resumable: fills a table from all orders
-- To which brand ids belong: those of all orders, and those that brands have chosen for something new. In a distributed
-- database it stays on the coordinator, so that an id is found without asking every node.
create table if not exists platform.owned_ids (
  what text not null,
  id uuid not null,
  brand_id uuid not null,
  constraint owned_ids_pkey primary key (what, id)
);

-- repeat until 0 rows
insert into platform.owned_ids (what, id, brand_id)
select 'order', id, brand_id
from ordering.orders
where id > coalesce(
  (select id from platform.owned_ids where what = 'order' order by id desc limit 1),
  '00000000-0000-0000-0000-000000000000'
)
order by id
limit 5000
on conflict (what, id) do nothing;

insert into platform.owned_ids (what, id, brand_id)
select 'contact', id, brand_id from brands.contacts on conflict (what, id) do nothing;
insert into platform.owned_ids (what, id, brand_id)
select 'discount rule', id, brand_id from catalog.discount_rules on conflict (what, id) do nothing;
insert into platform.owned_ids (what, id, brand_id)
select 'catalog operation', id, brand_id from integrations.operations on conflict (what, id) do nothing;
insert into platform.owned_ids (what, id, brand_id)
select 'error report', id, brand_id from integrations.error_reports on conflict (what, id) do nothing;
insert into platform.owned_ids (what, id, brand_id)
select 'billing export', id, brand_id from billing.exports on conflict (what, id) do nothing;
insert into platform.owned_ids (what, id, brand_id)
select 'webhook subscription', id, brand_id from webhooks.subscriptions on conflict (what, id) do nothing;

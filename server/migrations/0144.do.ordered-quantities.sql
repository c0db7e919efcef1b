-- What a retailer ordered, which stays when the brand accepts less. Null for items from before: then it is not known to differ.
alter table ordering.items add column ordered_quantity integer;

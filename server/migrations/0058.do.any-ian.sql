-- The specification asks for 13 characters, and brands have article numbers of their own that are no EAN.
alter table catalog.variants drop constraint variants_ian_form;
alter table catalog.variants add constraint variants_ian_form check (char_length(ian) = 13) not valid;
alter table catalog.variants validate constraint variants_ian_form;

-- A brand's lead time becomes one of five published ranges of business days.
alter table identity.brands add column average_lead_time text not null default '3-5';
update identity.brands
set average_lead_time = case
  when lead_time_days <= 2 then '0-2'
  when lead_time_days <= 5 then '3-5'
  when lead_time_days <= 10 then '6-10'
  when lead_time_days <= 20 then '11-20'
  else '21-30'
end;
alter table identity.brands
  add constraint brands_average_lead_time_known check (average_lead_time in ('0-2', '3-5', '6-10', '11-20', '21-30')),
  drop column lead_time_days;

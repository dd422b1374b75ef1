-- Whether the owner was mailed of the texts that wait for their turn; false again once none does.
alter table owner_notices
  add column flood_told boolean not null default false;

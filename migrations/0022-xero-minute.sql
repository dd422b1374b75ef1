set local lock_timeout = '5s';

-- How many calls Xero's last answer said were spent: when it says far fewer, its minute has begun anew.
alter table organisations add column minute_spent integer not null default 0;

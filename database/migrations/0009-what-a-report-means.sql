-- What a report of the gateway means for its text: of several texts of one request each has a fate of its own.
alter table sms_callbacks add column outcome text check (outcome in ('sent', 'delivered', 'failed'));

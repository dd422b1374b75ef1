-- A START undoes the STOPs of a phone to one sender, whatever the business.
create index opt_outs_by_phone on opt_outs (phone_hash);

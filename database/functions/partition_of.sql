-- The partition that a moment falls into: its name in the schema `parts`, the column that decides it, and its span, of
-- which `ends` is no part any more. In SQL because the names that the functions beside it put into
-- their statements come from here alone (decision 77). A day has 24 hours, whatever the zone of the session.
create or replace function partition_of(whole text, moment timestamptz,
                                        out part text, out key text, out begins timestamptz, out ends timestamptz)
  language plpgsql immutable set search_path = pg_catalog, pg_temp
  as $$
declare
  width interval;
begin
  case whole
    when 'xero_events'   then key := 'event_at';   width := '240 hours';
    when 'sms_callbacks' then key := 'slot';       width := '720 hours';
    when 'link_visits'   then key := 'visited_at'; width := '720 hours';
    else raise exception '% has no partitions', whole;
  end case;
  begins := date_bin(width, moment, 'epoch');
  ends := begins + width;
  part := whole || to_char(begins at time zone 'UTC', '_YYYY_MM_DD');
end $$;

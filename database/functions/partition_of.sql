-- The partition that a moment falls into: its name in the schema `parts`, the column that decides it, and its span, of
-- which `ends` is no part any more. In SQL because only here the names of tables and columns come from that are put
-- into the statements of the functions beside it (decision 77).
create or replace function partition_of(whole text, moment timestamptz,
                                        out part text, out key text, out begins timestamptz, out ends timestamptz)
  language plpgsql immutable set search_path = pg_catalog
  as $$
declare
  width interval;
begin
  case whole
    when 'xero_events'   then key := 'event_at';   width := '10 days';
    when 'sms_callbacks' then key := 'slot';       width := '30 days';
    when 'link_visits'   then key := 'visited_at'; width := '30 days';
    else raise exception '% has no partitions', whole;
  end case;
  begins := date_bin(width, moment, 'epoch');
  ends := begins + width;
  part := whole || to_char(begins at time zone 'UTC', '_YYYY_MM_DD');
end $$;

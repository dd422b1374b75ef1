-- Takes calls out of an organisation's minute: Xero allows 60 in windows that start with their first call. Calls beyond
-- a `burst` are spread over what is left of the window, two at a time. Where fewer than `needed` are free it grants
-- none and returns when to ask again. In SQL because workers share one count, locked for one round trip (decision 8).
create or replace function take_xero_calls(tenant uuid, wanted integer, needed integer, burst integer, at timestamptz)
  returns table (granted integer, again_at timestamptz)
  language plpgsql
  as $$
declare
  most  constant integer := 56;
  -- So many calls in a minute need no pace.
  light constant integer := 12;
  o     organisations;
begin
  select * into o from organisations where tenant_id = tenant and state <> 'disconnected' for update;
  if not found then return; end if;
  if o.blocked_until > at then
    return query select 0, o.blocked_until;
    return;
  end if;
  -- Whoever waited for this row may come from before its minute, and counts in it.
  if at >= o.minute_started_at + interval '60 seconds' or at < o.minute_started_at - interval '20 seconds' then
    o.minute_started_at := at;
    o.minute_calls := 0;
  end if;
  if o.minute_calls + needed > most then
    again_at := o.minute_started_at + interval '60 seconds';
    update organisations set blocked_until = again_at where tenant_id = tenant and state <> 'disconnected';
    return query select 0, again_at;
    return;
  end if;
  if o.minute_calls + needed > burst and o.paced_until > at then
    return query select 0, o.paced_until;
    return;
  end if;
  granted := least(wanted, most - o.minute_calls);
  o.minute_calls := o.minute_calls + granted;
  update organisations
  set minute_started_at = o.minute_started_at, minute_calls = o.minute_calls, blocked_until = null,
      paced_until = case when o.minute_calls >= light then
        at + (o.minute_started_at + interval '60 seconds' - at) * least(2.0 / greatest(most - o.minute_calls, 1), 1) end
  where tenant_id = tenant and state <> 'disconnected';
  return next;
end $$;

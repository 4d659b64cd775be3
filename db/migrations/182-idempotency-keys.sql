-- Answers of changing calls by the key of their press, so that a repeated request gets the first answer instead of a
-- second effect. `caller` is 'user <id>' or 'anyone'. `print` identifies the input, `reply` is encrypted; both are null
-- while a call that opens its own transactions runs.
create table idempotency_keys (
  caller text not null,
  key bytea not null,
  agency_id bigint references agencies on delete cascade,
  call text not null,
  print text,
  reply bytea,
  created_at timestamptz not null,
  primary key (caller, key)
);
create index idempotency_keys_agency on idempotency_keys (agency_id);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
-- Within an agency only the caller: one person's key never finds another's answer.
create policy tenant on idempotency_keys using (
  coalesce(agency_id = (select visible_agency()), (select visible_agency()) is null)
  and ((select visible_agency()) is null or caller = 'user ' || current_setting('app.user_id', true))
);

/*
 * Claims a key for a transaction and answers its row, if it has one. With `runs`, the name of a call that opens its own
 * transactions, a new key gets a row without an answer. Otherwise the key is locked until the transaction ends, so that
 * a repeated request waits for the first one; after two seconds it fails (55P03).
 */
create function claim_idempotency_key(agency bigint, person text, hash bytea, runs text, at timestamptz,
  out held_call text, out held_print text, out held_reply bytea, out held_at timestamptz)
language plpgsql set lock_timeout = '2s' as $$
declare
  who text := coalesce('user ' || person, 'anyone');
begin
  if runs is null then
    perform pg_advisory_xact_lock(hashtextextended(who || ' ' || encode(hash, 'hex'), 0));
  else
    insert into idempotency_keys (caller, key, agency_id, call, created_at) values (who, hash, agency, runs, at)
      on conflict do nothing;
    if found then
      return;
    end if;
  end if;
  select call, print, reply, created_at into held_call, held_print, held_reply, held_at
    from idempotency_keys where caller = who and key = hash;
end $$;

-- Accounts to which no program may post: at the due time their posts are handed to a person. They hold no credentials; `url`
-- in their profile is the address of the account. A delivery handed over is 'waiting' with next_at infinity.
alter table social_accounts add column by_hand boolean not null default false;

-- Groups joined while they could still be chosen: Meta has taken posting to them away from apps.
update social_accounts
set by_hand = true, credentials = '', gap_seconds = 0, expires_at = null, status = 'connected', status_message = '',
  profile = profile || jsonb_build_object('url', 'https://www.facebook.com/groups/' || external_id)
where network = 'facebook' and profile ->> 'category' = 'group' and deleted_at is null;

-- Of which deliveries the owner has been told that it is time to post them by hand, and for which due time.
create table hand_overs (
  delivery_id bigint primary key references deliveries on delete cascade,
  agency_id bigint not null references agencies on delete cascade,
  due_at timestamptz not null,
  mailed_at timestamptz not null
);
alter table hand_overs enable row level security;
alter table hand_overs force row level security;
create policy tenant on hand_overs using (coalesce(agency_id = (select visible_agency()), true));
create index deliveries_handed on deliveries (schedule_id, occurrence_id) where state = 'waiting' and next_at = 'infinity';

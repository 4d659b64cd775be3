-- The calendar shows what deleted schedules have posted, so a client's schedules are looked up with the deleted ones.
drop index schedules_of_client;
create index schedules_of_client on schedules (user_client_id, id desc);

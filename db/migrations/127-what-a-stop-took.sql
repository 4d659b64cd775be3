-- What a delivery was before its item was deleted: the instant of that ("at"), its state, its next time and its
-- message, so that it stands there again where the item is brought back. Null where nothing can be taken back.
alter table deliveries add column stopped_from jsonb;

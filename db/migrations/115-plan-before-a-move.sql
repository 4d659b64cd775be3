-- What a schedule's plan was before it was last moved as a whole: the instant of the move ("at"), its rhythm, and each
-- post's step and time, so that the move can be taken back.
alter table schedules add column moved_from jsonb;

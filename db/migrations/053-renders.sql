-- Which try makes the video: whoever was a try before it writes nothing down any more.
alter table videos add column render_run uuid;

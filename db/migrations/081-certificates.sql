-- Since when an active domain shows no certificate that browsers take, and when its owner was mailed about that.
alter table white_labels add column certificate_failing_since timestamptz, add column certificate_mailed_at timestamptz;

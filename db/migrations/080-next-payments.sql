-- When a subscription is paid for again, and when it ends instead, as Stripe said at the last look.
alter table subscriptions add column renews_at timestamptz;
alter table subscriptions add column ends_at timestamptz;

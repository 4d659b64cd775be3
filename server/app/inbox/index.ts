/** What people are notified of. Triggers write the notifications: db/migrations/197-notifications.sql. */
export { inboxCalls } from './calls.ts';
export { oldNotifications } from './queries.ts';

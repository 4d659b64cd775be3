/**
 * What people are notified of. The kinds have the names of events; the triggers of
 * `db/migrations/197-notifications.sql` write them.
 */

/** The kinds of notifications. */
export const notificationKinds = [
  'delivery.failed',
  'delivery.missed',
  'delivery.uncertain',
  'delivery.by_hand',
  'post.held',
  'account.needs_reconnecting',
  'account.expires_soon',
  'approval.asked',
  'approval.approved',
  'approval.sent_back',
  'approval.withdrawn',
  'approval.commented',
  'schedule.finished',
  'schedule.stopped',
  'report.mailed',
  'report_pdf.ready',
  'report_pdf.failed',
  'video.finished',
  'video.failed',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The days for which notifications are kept. */
export const notificationDays = 90;

/** The unread entries that are counted; more are shown as 99+. */
export const mostUnread = 99;

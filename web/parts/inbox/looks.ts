import type { NotificationKind } from '#rules/inbox.ts';
import type { IconName } from '../icons/icon.tsx';
import { stateLooks, type Tone } from '../states/state-looks.ts';

/** The icon of each kind, and whose turn it is. */
export const kindLooks: Readonly<Record<NotificationKind, { icon: IconName; tone: Tone }>> = {
  'delivery.failed': stateLooks.failed,
  'delivery.missed': stateLooks.missed,
  'delivery.uncertain': stateLooks.uncertain,
  'delivery.by_hand': stateLooks['by-hand'],
  'post.held': stateLooks['not-approved'],
  'account.needs_reconnecting': stateLooks['needs-reconnecting'],
  'account.expires_soon': stateLooks.ending,
  'approval.asked': { icon: 'hourglass', tone: 'warn' },
  'approval.approved': { icon: 'circle-check', tone: 'good' },
  'approval.sent_back': stateLooks['sent-back'],
  'approval.withdrawn': stateLooks['sent-back'],
  'approval.commented': { icon: 'message-circle', tone: 'calm' },
  'schedule.finished': stateLooks.finished,
  'schedule.stopped': stateLooks.stopped,
  'report.mailed': { icon: 'mail', tone: 'good' },
  'report_pdf.ready': { icon: 'file-text', tone: 'good' },
  'report_pdf.failed': { icon: 'file-text', tone: 'bad' },
  'video.finished': { icon: 'movie', tone: 'good' },
  'video.failed': { icon: 'movie', tone: 'bad' },
};

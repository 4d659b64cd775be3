// The tables as kysely sees them. Written by `npm run dump-schema` from the migrations; a test compares.
import type { ColumnType, GeneratedAlways } from 'kysely'

/** A column with a default: may be left out of an insert. kysely's own type of this name does not look into a ColumnType. */
export type Generated<Type> = [Type] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<Read, Inserted | undefined, Updated>
  : ColumnType<Type, Type | undefined, Type>;

/** Written as text (JSON.stringify), since pg would write a JavaScript array as an array of PostgreSQL; read parsed. */
export type Json = ColumnType<unknown, string, string>;

/** An instant. 'infinity' is read as the last Date there is (see values.ts). */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type AgenciesTable = {
  id: GeneratedAlways<string>;
  name: string;
  timezone: Generated<string>;
  is_sample: Generated<boolean>;
  paused_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  paused_by: string | null;
  email: Generated<string>;
  site: Generated<string>;
  logo_file_id: string | null;
  seller_agency_id: string | null;
  processing_stopped_at: Timestamp | null;
  processing_stopped_by: string | null;
  deleting_at: Timestamp | null;
};

export type AgencyDeletionsTable = {
  id: GeneratedAlways<string>;
  former_agency_id: string;
  token_hash: Buffer;
  step: Generated<'publishing' | 'networks' | 'rows' | 'files' | 'mail' | 'done'>;
  revoked_count: Generated<number>;
  unrevoked_count: Generated<number>;
  objects: Generated<string[]>;
  last_mail: Generated<string>;
  mail_failed: Generated<boolean>;
  asked_at: Timestamp;
  finished_at: Timestamp | null;
};

export type ApprovalEventsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  occurrence_id: string;
  at: Timestamp;
  user_id: string | null;
  kind: 'asked' | 'changed' | 'approved' | 'sent-back' | 'withdrawn' | 'comment';
  words: Generated<string>;
  untold: Generated<boolean>;
  told_at: Timestamp | null;
  by_agency_password: Generated<boolean>;
};

export type ApprovalMailsTable = {
  client_id: string;
  agency_id: string;
  sent_at: Timestamp;
};

export type ApprovalsTable = {
  occurrence_id: string;
  agency_id: string;
  client_id: string;
  state: Generated<'waiting' | 'approved' | 'sent-back'>;
  fingerprint: string;
  asked_at: Timestamp;
  decided_at: Timestamp | null;
  decided_by: string | null;
  told_how: Generated<string>;
  told_at: Timestamp | null;
  owner_told_at: Timestamp | null;
  by_agency_password: Generated<boolean>;
};

export type AttemptsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  delivery_id: string;
  number: number;
  worker: string;
  fingerprint: string;
  remote_ids: Generated<Json>;
  fenced_at: Timestamp;
  post_id: string | null;
  outcome: 'published' | 'processing' | 'rejected' | 'unauthorized' | 'rateLimited' | 'unreachable' | 'unknown' | null;
  detail: Generated<Json>;
  finished_at: Timestamp | null;
};

export type AttemptsArchiveTable = {
  id: string;
  agency_id: string;
  delivery_id: string;
  number: number;
  worker: string;
  fingerprint: string;
  remote_ids: Json;
  fenced_at: Timestamp;
  post_id: string | null;
  outcome: string | null;
  detail: Json;
  finished_at: Timestamp | null;
};

export type AuditEntriesTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  user_id: string | null;
  on_behalf_of: string | null;
  action: string;
  subject_kind: Generated<string>;
  subject_id: string | null;
  details: Generated<Json>;
  address: Generated<string>;
  created_at: Generated<Timestamp>;
};

export type ConnectLinksTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  client_id: string;
  token_hash: Buffer | null;
  made_by: string | null;
  mailed_to: string | null;
  uses: Generated<number>;
  used_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  ended_at: Timestamp | null;
  ended_why: 'revoked' | 'paused' | 'deleted' | null;
  unsent_token: Generated<string>;
};

export type ConnectTicketsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  user_id: string;
  holder_id: string;
  network: string;
  key: string;
  token_hash: Buffer;
  secrets: string;
  found: Generated<string>;
  state: Generated<'new' | 'opened' | 'returned' | 'choosing' | 'connected' | 'failed'>;
  message: Generated<string>;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
};

export type DataExportsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  user_id: string | null;
  state: Generated<'waiting' | 'running' | 'ready' | 'failed' | 'cancelled' | 'expired'>;
  run: string | null;
  step: Generated<string>;
  percent: Generated<number>;
  message: Generated<string>;
  object_name: string | null;
  size_bytes: string | null;
  file_count: Generated<number>;
  missing_count: Generated<number>;
  ticket_hash: Buffer | null;
  ticket_session_id: string | null;
  ticket_expires_at: Timestamp | null;
  created_at: Timestamp;
  touched_at: Timestamp;
  finished_at: Timestamp | null;
  expires_at: Timestamp | null;
};

export type DeliveriesTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  occurrence_id: string;
  schedule_id: string;
  account_id: string;
  due_at: Timestamp;
  next_at: Timestamp;
  state: Generated<'scheduled' | 'claimed' | 'sending' | 'processing' | 'waiting' | 'uncertain' | 'published' | 'failed' | 'missed' | 'cancelled'>;
  worker: string | null;
  lease_until: Timestamp | null;
  tries: Generated<number>;
  first_tried_at: Timestamp | null;
  settle_reads: Generated<number>;
  resent: Generated<boolean>;
  cancel_asked: Generated<boolean>;
  marker: Generated<string>;
  remote_ids: Generated<Json>;
  ticket: Json | null;
  post_id: string | null;
  post_url: string | null;
  message: Generated<string>;
  published_at: Timestamp | null;
  finished_at: Timestamp | null;
  skipped_at: Timestamp | null;
  note: Generated<string>;
  network: Generated<string>;
  unapproved: Generated<boolean>;
  claim: Generated<number>;
};

export type DeliveryEventsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  delivery_id: string;
  at: Generated<Timestamp>;
  user_id: string | null;
  from_state: string;
  to_state: string;
  message: string;
  note: string;
  due_before: Timestamp;
  due_at: Timestamp;
  next_at: Timestamp;
  tries: number;
  settle_reads: number;
  cancel_asked: boolean;
  unapproved: Generated<boolean>;
};

export type DroppedFilesTable = {
  name: string;
  agency_id: string;
};

export type EngagementProgressTable = {
  is_only: Generated<boolean>;
  taken_until: Timestamp;
};

export type EngagementReadingsTable = {
  delivery_id: string;
  agency_id: string;
  at: Timestamp;
  likes: string | null;
  comments: string | null;
  shares: string | null;
  views: string | null;
  retweets: string | null;
};

export type EngagementsTable = {
  delivery_id: string;
  agency_id: string;
  account_id: string;
  published_at: Timestamp;
  next_read_at: Timestamp | null;
  read_at: Timestamp | null;
  likes: string | null;
  comments: string | null;
  shares: string | null;
  views: string | null;
  retweets: string | null;
  gone_at: Timestamp | null;
  problem: Generated<string>;
};

export type FilesTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  name: string;
  content_type: string;
  size_bytes: string;
  sha256: Buffer;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  thumbnail_name: string | null;
  thumbnail_state: Generated<'waiting' | 'ready' | 'failed'>;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  unneeded_since: Timestamp | null;
};

export type HandOversTable = {
  delivery_id: string;
  agency_id: string;
  due_at: Timestamp;
  mailed_at: Timestamp;
};

export type HiddenSuggestionsTable = {
  user_id: string;
  agency_id: string;
  suggestion: string;
  hidden_at: Timestamp;
};

export type ItemsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  stream_id: string;
  sequence: number;
  title: Generated<string>;
  description: Generated<string>;
  description_format: Generated<'text' | 'formatted'>;
  file_id: string | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  kept_of: string | null;
};

export type KnownPlacesTable = {
  user_id: string;
  agency_id: string;
  place_hash: Buffer;
  seen_at: Timestamp;
};

export type LoginLinksTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  user_id: string;
  purpose: 'reset-password' | 'set-password' | 'master-login' | 'change-email' | 'second-factor';
  token_hash: Buffer;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  new_email: string | null;
};

export type MediaFitsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  file_id: string;
  network: string;
  rules: string;
  state: 'fits' | 'fitted' | 'unfit';
  message: Generated<string>;
  fitted_name: string | null;
  content_type: string | null;
  size_bytes: string | null;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  created_at: Generated<Timestamp>;
};

export type NetworkWaitsTable = {
  network: string;
  until: Timestamp;
  waits_from: Timestamp | null;
  waits_until: Timestamp | null;
};

export type OccurrencesTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  schedule_id: string;
  item_id: string;
  round: number;
  position: number;
  step: number;
  local_at: string;
  due_at: Timestamp;
  state: Generated<'scheduled' | 'posted' | 'failed' | 'cancelled'>;
};

export type RateLimitsTable = {
  key: string;
  window_start: Timestamp;
  count: number;
};

export type RecoveryCodesTable = {
  user_id: string;
  agency_id: string;
  code_hash: Buffer;
  used_at: Timestamp | null;
};

export type ScheduleAccountsTable = {
  schedule_id: string;
  account_id: string;
  agency_id: string;
};

export type SchedulesTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  user_client_id: string;
  stream_id: string;
  origin_local: string;
  timezone: string;
  frequency: 'hourly' | 'daily' | 'weekdays' | 'weekly' | 'biweekly' | 'monthly';
  repurpose: Generated<boolean>;
  state: Generated<'active' | 'finished' | 'stopped' | 'deleted'>;
  round: Generated<number>;
  tzdata_version: Generated<string>;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  needs_approval: Generated<boolean>;
};

export type SecondFactorsTable = {
  user_id: string;
  agency_id: string;
  secret: string;
  last_step: Generated<string>;
  created_at: Timestamp;
  turned_on_at: Timestamp | null;
};

export type SessionsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  user_id: string;
  token_hash: Buffer;
  opened_by: Generated<'password' | 'master-login' | 'connect-link'>;
  user_agent: Generated<string>;
  address: Generated<string>;
  created_at: Generated<Timestamp>;
  seen_at: Generated<Timestamp>;
  expires_at: Timestamp;
  confirmed_at: Timestamp | null;
  connect_link_id: string | null;
  by_agency_password: Generated<boolean>;
};

export type SocialAccountsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  user_id: string;
  network: 'reddit' | 'vimeo' | 'facebook' | 'telegram' | 'twitter' | 'youtube' | 'linkedin' | 'wordpress' | 'medium';
  external_id: string;
  username: string;
  profile: Generated<Json>;
  credentials: string;
  status: Generated<'connected' | 'needs-reconnecting'>;
  status_message: Generated<string>;
  gap_seconds: Generated<number>;
  free_at: Generated<Timestamp>;
  paused_at: Timestamp | null;
  is_sample: Generated<boolean>;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  paused_by: string | null;
  expires_at: Timestamp | null;
  refreshed_at: Timestamp | null;
  credentials_before: Generated<string>;
  app_client_id: Generated<string>;
  renewing_by: string | null;
  renewing_until: Timestamp | null;
  renewal_failures: Generated<number>;
  renewal_problem: Generated<string>;
  renew_after: Generated<Timestamp>;
  warned_expiry: Timestamp | null;
  by_hand: Generated<boolean>;
  connect_link_id: string | null;
  waits_from: Timestamp | null;
  waits_until: Timestamp | null;
};

export type StreamsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  type: 'image' | 'video' | 'text' | 'formatted';
  title: string;
  tags: Generated<string>;
  description: Generated<string>;
  is_sample: Generated<boolean>;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
};

export type UsersTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  role: 'owner' | 'client' | 'member';
  name: string;
  email: string;
  password_hash: string | null;
  membership: Generated<string>;
  is_reseller: Generated<boolean>;
  is_white_label: Generated<boolean>;
  earning_cents: Generated<string>;
  frequency: Generated<'weekly' | 'monthly' | 'yearly'>;
  company: Generated<string>;
  description: Generated<string>;
  image_file_id: string | null;
  is_sample: Generated<boolean>;
  paused_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  paused_by: string | null;
  approval: Generated<'none' | 'client'>;
  password_by_agency: Generated<boolean>;
  email_elsewhere: Generated<boolean>;
};

/** Every table by its name. */
export type Tables = {
  agencies: AgenciesTable;
  agency_deletions: AgencyDeletionsTable;
  approval_events: ApprovalEventsTable;
  approval_mails: ApprovalMailsTable;
  approvals: ApprovalsTable;
  attempts: AttemptsTable;
  attempts_archive: AttemptsArchiveTable;
  audit_entries: AuditEntriesTable;
  connect_links: ConnectLinksTable;
  connect_tickets: ConnectTicketsTable;
  data_exports: DataExportsTable;
  deliveries: DeliveriesTable;
  delivery_events: DeliveryEventsTable;
  dropped_files: DroppedFilesTable;
  engagement_progress: EngagementProgressTable;
  engagement_readings: EngagementReadingsTable;
  engagements: EngagementsTable;
  files: FilesTable;
  hand_overs: HandOversTable;
  hidden_suggestions: HiddenSuggestionsTable;
  items: ItemsTable;
  known_places: KnownPlacesTable;
  login_links: LoginLinksTable;
  media_fits: MediaFitsTable;
  network_waits: NetworkWaitsTable;
  occurrences: OccurrencesTable;
  rate_limits: RateLimitsTable;
  recovery_codes: RecoveryCodesTable;
  schedule_accounts: ScheduleAccountsTable;
  schedules: SchedulesTable;
  second_factors: SecondFactorsTable;
  sessions: SessionsTable;
  social_accounts: SocialAccountsTable;
  streams: StreamsTable;
  users: UsersTable;
};

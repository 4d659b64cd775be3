// The tables as kysely sees them. Made by `npm run dump-schema` from the migrations; a test compares.
import type { ColumnType, GeneratedAlways } from 'kysely'

/**
 * A column with a default may be left out of an insert. Kysely's own type of this name does not look into a ColumnType.
 */
export type Generated<Type> = [Type] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<Read, Inserted | undefined, Updated>
  : ColumnType<Type, Type | undefined, Type>;

/** Written as text (JSON.stringify), because pg would write a JavaScript array as a PostgreSQL array; read parsed. */
export type Json = ColumnType<unknown, string, string>;

/** An instant. 'infinity' is read as the latest possible Date (see values.ts). */
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
  lapsed_at: Timestamp | null;
  suspended_at: Timestamp | null;
  file_titles_settled_at: Timestamp | null;
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

export type AiKeysTable = {
  agency_id: string;
  sealed: string;
  last4: string;
  saved_at: Timestamp;
};

export type AiRequestsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  user_id: string | null;
  task: string;
  state: Generated<'running' | 'done' | 'failed'>;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cost_micros: string;
  started_at: Timestamp;
  ended_at: Timestamp | null;
};

export type AiSettingsTable = {
  agency_id: string;
  address: string | null;
  model: string | null;
  input_price_micros: string | null;
  output_price_micros: string | null;
  limit_cents: Generated<number>;
  light: Generated<'unknown' | 'right' | 'wrong'>;
  light_words: Generated<string>;
  checked_at: Timestamp | null;
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
  decision: Generated<number>;
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

export type BackupsTable = {
  id: GeneratedAlways<string>;
  started_at: Timestamp;
  finished_at: Timestamp;
  repository: string;
  set_name: string;
  taken_at: Timestamp | null;
  bytes: string;
  failure: string | null;
};

export type BatchItemsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  batch_id: string;
  position: number;
  title: string;
  texts: Generated<Json>;
  client_id: string | null;
  stream_id: string | null;
  state: Generated<'waiting' | 'ready' | 'unfit' | 'failed' | 'skipped'>;
  choice: Generated<'none' | 'repair' | 'keep'>;
  message: Generated<string>;
  file_id: string | null;
};

export type BatchesTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  design_id: string | null;
  kind: 'texts' | 'clients';
  name: string;
  document: Json;
  state: Generated<'running' | 'done' | 'cancelled'>;
  created_by: string | null;
  created_at: Timestamp;
};

export type CalendarFeedsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  client_id: string | null;
  token_hash: Buffer;
  made_by: string | null;
  created_at: Timestamp;
  read_at: Timestamp | null;
};

export type ClientMonthsTable = {
  client_id: string;
  month: string;
  agency_id: string;
  paid_cents: string | null;
  minutes: Generated<number>;
  costs_cents: Generated<string>;
  updated_at: Timestamp;
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
  paused: Generated<boolean>;
  stopped_from: Json | null;
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

export type DesignsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  client_id: string | null;
  name: string;
  document: Json;
  revision: Generated<number>;
  thumbnail_file_id: string | null;
  picture_file_id: string | null;
  created_by: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  copies: Generated<Json>;
};

export type DraftsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  client_id: string;
  title: string;
  words: string;
  url: Generated<string>;
  account_ids: string[];
  local_at: string | null;
  timezone: string;
  due_at: Timestamp | null;
  created_by: string | null;
  created_at: Timestamp;
  item_id: string | null;
  discarded_at: Timestamp | null;
  saved_at: Timestamp | null;
};

export type DrawingsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  design_id: string;
  revision: number;
  width: number;
  height: number;
  state: Generated<'waiting' | 'ready' | 'failed'>;
  file_id: string | null;
  message: Generated<string>;
  created_by: string | null;
  created_at: Timestamp;
};

export type DroppedFilesTable = {
  name: string;
  agency_id: string;
};

export type EngagementProgressTable = {
  is_only: Generated<boolean>;
  taken_until: Timestamp;
  thinned_until: Generated<Timestamp>;
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

export type FileLicencesTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  file_id: string;
  source: string;
  source_item: Generated<string>;
  title: Generated<string>;
  page_url: Generated<string>;
  author: Generated<string>;
  licence: string;
  licence_url: Generated<string>;
  taken_at: Timestamp;
  withdrawn_at: Timestamp | null;
  attribution: Generated<string>;
};

export type FilePartsTable = {
  file_id: string;
  part_id: string;
  agency_id: string;
};

export type FileUsesTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  file_id: string;
  video_id: string | null;
  design_id: string | null;
  item_id: string | null;
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
  thumbnail_state: Generated<'none' | 'waiting' | 'ready' | 'failed'>;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  unneeded_since: Timestamp | null;
  kind: 'image' | 'video' | 'audio' | 'document' | 'font';
  title: Generated<string>;
  kept_since: Timestamp | null;
  loudness_lufs: number | null;
  peak_db: number | null;
  peaks: Buffer | null;
};

export type FontFacesTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  family: string;
  source: string;
  is_bold: boolean;
  is_italic: boolean;
  file_id: string;
  created_at: Timestamp;
};

export type HandOversTable = {
  delivery_id: string;
  agency_id: string;
  due_at: Timestamp;
  mailed_at: Timestamp;
};

export type HelpArticlesTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  article: string | null;
  is_hidden: Generated<boolean>;
  category: string;
  title: string;
  content: string | null;
  changed_at: Timestamp;
};

export type HelpDesksTable = {
  agency_id: string;
  address: string;
  changed_at: Timestamp;
};

export type HelpRatingsTable = {
  id: GeneratedAlways<string>;
  article: string;
  is_helpful: boolean;
  words: string;
  rated_on: string;
};

export type HelpSearchesTable = {
  words: string;
  times: Generated<number>;
  first_on: string;
  last_on: string;
};

export type HiddenSuggestionsTable = {
  user_id: string;
  agency_id: string;
  suggestion: string;
  hidden_at: Timestamp;
};

export type IdeasTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  client_id: string;
  title: string;
  words: Generated<string>;
  url: Generated<string>;
  created_by: string | null;
  created_at: Timestamp;
  used_at: Timestamp | null;
  used_stream_id: string | null;
};

export type IdempotencyKeysTable = {
  caller: string;
  key: Buffer;
  agency_id: string | null;
  call: string;
  print: string | null;
  reply: Buffer | null;
  created_at: Timestamp;
};

export type InstallationTable = {
  only_row: Generated<boolean>;
  identity: Generated<string>;
  compared_until: Generated<Timestamp>;
  noted_until: Generated<Timestamp>;
  held_at: Timestamp | null;
  backup_at: Timestamp | null;
  identity_since: Generated<Timestamp>;
  ledger_checked: Generated<Json>;
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
  own_words: Generated<Json>;
  alt_text: Generated<string>;
  type: 'image' | 'video' | 'text' | 'formatted' | null;
  title_from_file: Generated<boolean>;
  options: Generated<Json>;
  parts: Generated<Json>;
  crop: Json | null;
  files_hash: Generated<string>;
  words_hash: Buffer | null;
};

export type KeywordFindsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  keyword_id: string;
  source: string;
  reference: string;
  title: string;
  url: string;
  found_from: Generated<string>;
  found_at: Timestamp;
};

export type KeywordMailsTable = {
  user_id: string;
  agency_id: string;
  wished_at: Timestamp;
  mailed_on: Generated<string>;
  mailed_find: Generated<string>;
};

export type KitsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  client_id: string;
  logo_file_id: string | null;
  colours: Json;
  fonts: Json;
  updated_at: Timestamp;
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

export type MembershipsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  stripe_account_id: string;
  name: string;
  price_cents: number;
  period: 'monthly' | 'yearly';
  plans: string;
  product_id: string;
  price_id: string;
  created_at: Timestamp;
  archived_at: Timestamp | null;
};

export type NetworkCostsTable = {
  account_id: string;
  month: string;
  agency_id: string;
  micros: string;
};

export type NetworkWaitsTable = {
  network: string;
  until: Timestamp;
  waits_from: Timestamp | null;
  waits_until: Timestamp | null;
};

export type NotificationsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  user_id: string;
  client_id: string | null;
  kind: string;
  subject: Generated<string>;
  various: Generated<boolean>;
  count: Generated<number>;
  first_at: Timestamp;
  at: Timestamp;
  read_at: Timestamp | null;
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
  moved: Generated<boolean>;
};

export type PronunciationsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  client_id: string | null;
  written: string;
  spoken: string;
};

export type ProspectListsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  name: string;
  created_by: string | null;
  created_at: Timestamp;
};

export type ProspectsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  list_id: string;
  place: string;
  name: string;
  address: Generated<string>;
  site: string | null;
  phone: string | null;
  email: string | null;
  hours: string | null;
  latitude: number;
  longitude: number;
  page_url: Generated<string>;
  state: Generated<'new' | 'contacted' | 'interested' | 'declined' | 'client'>;
  notes: Generated<string>;
  added_at: Timestamp;
};

export type RateLimitsTable = {
  key: string;
  window_start: Timestamp;
  count: number;
};

export type RebrandingsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  name: string;
  logo_file_id: string | null;
  created_at: Timestamp;
};

export type RecoveryCodesTable = {
  user_id: string;
  agency_id: string;
  code_hash: Buffer;
  used_at: Timestamp | null;
};

export type ReleasedHostsTable = {
  host: string;
  former_agency_id: string;
  free_at: Timestamp;
};

export type ReportLinksTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  client_id: string;
  month: string;
  token_hash: Buffer;
  token_sealed: string;
  made_by: string | null;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  uses: Generated<number>;
  used_at: Timestamp | null;
};

export type ReportPdfsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  client_id: string;
  month: string;
  state: Generated<'waiting' | 'running' | 'ready' | 'failed' | 'expired'>;
  run: string | null;
  percent: Generated<number>;
  message: Generated<string>;
  pages: Generated<number>;
  size_bytes: string | null;
  object_name: string | null;
  ticket_hash: Buffer | null;
  ticket_expires_at: Timestamp | null;
  made_by: string | null;
  created_at: Timestamp;
  touched_at: Timestamp;
  expires_at: Timestamp | null;
};

export type ReportSettingsTable = {
  client_id: string;
  agency_id: string;
  posts_a_week: number | null;
  mail_monthly: Generated<boolean>;
  mailed_month: Generated<string>;
};

export type ReportsTable = {
  client_id: string;
  month: string;
  agency_id: string;
  introduction: Generated<string>;
  closing: Generated<string>;
  sections: Generated<Json>;
  updated_at: Timestamp;
};

export type RestingItemsTable = {
  schedule_id: string;
  item_id: string;
  agency_id: string;
  rested_by: string | null;
  rested_at: Timestamp;
  was_tired: boolean;
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
  moved_from: Json | null;
  paused_at: Timestamp | null;
  paused_by: string | null;
  draft_id: string | null;
};

export type SecondFactorsTable = {
  user_id: string;
  agency_id: string;
  secret: string;
  last_step: Generated<string>;
  created_at: Timestamp;
  turned_on_at: Timestamp | null;
};

export type SecretKeysTable = {
  fingerprint: string;
  is_current: boolean;
  since: Generated<Timestamp>;
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

export type SourceHealthTable = {
  source: string;
  kind: string;
  answered_at: Timestamp | null;
  failed_at: Timestamp | null;
  failure_kind: string | null;
  failure_message: string | null;
  retry_after_seconds: number | null;
  quota_left: number | null;
  quota_resets_at: Timestamp | null;
};

export type SourcePagesTable = {
  source: string;
  kind: string;
  keyword: string;
  cursor: string;
  results: Json;
  next: string | null;
  fetched_at: Timestamp;
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
  kind: Generated<'stream' | 'post'>;
  client_id: string | null;
  save_key: string | null;
};

export type StripeAccountsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  name: string;
  sealed_key: string;
  last4: string;
  is_live: boolean;
  endpoint_id: string;
  sealed_secret: string;
  rights: Generated<Json>;
  checked_at: Timestamp;
  mailed_at: Timestamp | null;
  created_at: Timestamp;
};

export type StripeEventsTable = {
  stripe_account_id: string;
  event_id: string;
  agency_id: string;
  claimed_at: Timestamp;
  done_at: Timestamp | null;
};

export type SubscriptionsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  stripe_account_id: string;
  membership_id: string;
  subscription_id: string;
  customer_id: string;
  buyer_agency_id: string | null;
  status: string;
  looks: Generated<number>;
  seen_at: Timestamp | null;
  grace_until: Timestamp | null;
  invoice_url: Generated<string>;
  mailed_invoice: Generated<string>;
  created_at: Timestamp;
  renews_at: Timestamp | null;
  ends_at: Timestamp | null;
};

export type UnseenDeliveriesTable = {
  delivery_id: string;
  agency_id: string;
  account_id: string;
  noticed_at: Timestamp;
};

export type UpgradeFilesTable = {
  id: GeneratedAlways<string>;
  material: string;
  version: string;
  file_name: string;
  content_type: string;
  state: Generated<'waiting' | 'running' | 'ready' | 'failed'>;
  percent: Generated<number>;
  run: string | null;
  object_name: string | null;
  size_bytes: string | null;
  touched_at: Timestamp;
};

export type UpgradeTicketsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  created_by: string | null;
  kind: string;
  fields: Json;
  state: Generated<'open' | 'answered' | 'done' | 'denied'>;
  answer: Generated<string>;
  created_at: Timestamp;
  answered_at: Timestamp | null;
};

export type UploadPiecesTable = {
  upload_id: string;
  agency_id: string;
  number: number;
  name: string;
};

export type UploadsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  user_id: string | null;
  stream_id: string | null;
  file_type: 'image' | 'video' | 'logo' | 'watermark' | 'music' | null;
  file_name: string;
  size_bytes: number;
  sha256: Buffer;
  sequence: number | null;
  made_id: string | null;
  created_at: Timestamp;
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

export type VideosTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  client_id: string | null;
  name: string;
  project: Json;
  revision: Generated<number>;
  status: Generated<'3' | '4' | '5' | '6'>;
  failed: Generated<boolean>;
  message: Generated<string>;
  percent: Generated<number>;
  seconds_left: number | null;
  poster_file_id: string | null;
  file_id: string | null;
  created_by: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  render_run: string | null;
  copies: Generated<Json>;
};

export type WatchedKeywordsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  client_id: string;
  keyword: string;
  created_by: string | null;
  created_at: Timestamp;
  checked_on: Generated<string>;
  checked_at: Timestamp | null;
  reddit_state: string | null;
  youtube_state: string | null;
  youtube_at: Timestamp | null;
};

export type WhiteLabelsTable = {
  id: GeneratedAlways<string>;
  agency_id: string;
  name: string;
  logo_file_id: string | null;
  first_color: string;
  second_color: string;
  host: string | null;
  proof: string;
  state: Generated<'waiting' | 'active' | 'released'>;
  lights: Generated<Json>;
  created_at: Timestamp;
  checked_at: Timestamp | null;
  failing_since: Timestamp | null;
  mailed_days: Generated<number>;
  certificate_failing_since: Timestamp | null;
  certificate_mailed_at: Timestamp | null;
};

export type WorkLooksTable = {
  source: string;
  source_item: string;
  looked_at: Timestamp;
  gone_since: Timestamp | null;
  page_url: string;
};

/** Every table by its name. */
export type Tables = {
  agencies: AgenciesTable;
  agency_deletions: AgencyDeletionsTable;
  ai_keys: AiKeysTable;
  ai_requests: AiRequestsTable;
  ai_settings: AiSettingsTable;
  approval_events: ApprovalEventsTable;
  approval_mails: ApprovalMailsTable;
  approvals: ApprovalsTable;
  attempts: AttemptsTable;
  attempts_archive: AttemptsArchiveTable;
  audit_entries: AuditEntriesTable;
  backups: BackupsTable;
  batch_items: BatchItemsTable;
  batches: BatchesTable;
  calendar_feeds: CalendarFeedsTable;
  client_months: ClientMonthsTable;
  connect_links: ConnectLinksTable;
  connect_tickets: ConnectTicketsTable;
  data_exports: DataExportsTable;
  deliveries: DeliveriesTable;
  delivery_events: DeliveryEventsTable;
  designs: DesignsTable;
  drafts: DraftsTable;
  drawings: DrawingsTable;
  dropped_files: DroppedFilesTable;
  engagement_progress: EngagementProgressTable;
  engagement_readings: EngagementReadingsTable;
  engagements: EngagementsTable;
  file_licences: FileLicencesTable;
  file_parts: FilePartsTable;
  file_uses: FileUsesTable;
  files: FilesTable;
  font_faces: FontFacesTable;
  hand_overs: HandOversTable;
  help_articles: HelpArticlesTable;
  help_desks: HelpDesksTable;
  help_ratings: HelpRatingsTable;
  help_searches: HelpSearchesTable;
  hidden_suggestions: HiddenSuggestionsTable;
  ideas: IdeasTable;
  idempotency_keys: IdempotencyKeysTable;
  installation: InstallationTable;
  items: ItemsTable;
  keyword_finds: KeywordFindsTable;
  keyword_mails: KeywordMailsTable;
  kits: KitsTable;
  known_places: KnownPlacesTable;
  login_links: LoginLinksTable;
  media_fits: MediaFitsTable;
  memberships: MembershipsTable;
  network_costs: NetworkCostsTable;
  network_waits: NetworkWaitsTable;
  notifications: NotificationsTable;
  occurrences: OccurrencesTable;
  pronunciations: PronunciationsTable;
  prospect_lists: ProspectListsTable;
  prospects: ProspectsTable;
  rate_limits: RateLimitsTable;
  rebrandings: RebrandingsTable;
  recovery_codes: RecoveryCodesTable;
  released_hosts: ReleasedHostsTable;
  report_links: ReportLinksTable;
  report_pdfs: ReportPdfsTable;
  report_settings: ReportSettingsTable;
  reports: ReportsTable;
  resting_items: RestingItemsTable;
  schedule_accounts: ScheduleAccountsTable;
  schedules: SchedulesTable;
  second_factors: SecondFactorsTable;
  secret_keys: SecretKeysTable;
  sessions: SessionsTable;
  social_accounts: SocialAccountsTable;
  source_health: SourceHealthTable;
  source_pages: SourcePagesTable;
  streams: StreamsTable;
  stripe_accounts: StripeAccountsTable;
  stripe_events: StripeEventsTable;
  subscriptions: SubscriptionsTable;
  unseen_deliveries: UnseenDeliveriesTable;
  upgrade_files: UpgradeFilesTable;
  upgrade_tickets: UpgradeTicketsTable;
  upload_pieces: UploadPiecesTable;
  uploads: UploadsTable;
  users: UsersTable;
  videos: VideosTable;
  watched_keywords: WatchedKeywordsTable;
  white_labels: WhiteLabelsTable;
  work_looks: WorkLooksTable;
};

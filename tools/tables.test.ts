import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { featureOf } from './floors.ts';
import { projectDir, sourceFiles } from './source-files.ts';

/** Any folder may read a table; only one folder of server/ inserts into, updates and deletes from it. */
const owners: Readonly<Record<string, string>> = {
  agencies: 'agency',
  users: 'users',
  sessions: 'auth',
  login_links: 'auth',
  rate_limits: 'limits',
  idempotency_keys: 'idempotency',
  second_factors: 'auth',
  known_places: 'auth',
  recovery_codes: 'auth',
  audit_entries: 'audit',
  notifications: 'inbox',
  files: 'files',
  dropped_files: 'files',
  file_parts: 'files',
  uploads: 'uploads',
  upload_pieces: 'uploads',
  file_licences: 'files',
  file_uses: 'files',
  font_faces: 'fonts',
  videos: 'videos',
  designs: 'designs',
  drawings: 'designs',
  kits: 'brand-kits',
  batches: 'batches',
  batch_items: 'batches',
  streams: 'streams',
  items: 'streams',
  social_accounts: 'accounts',
  connect_tickets: 'accounts',
  connect_links: 'connect-links',
  schedules: 'schedules',
  calendar_feeds: 'calendar-feeds',
  schedule_accounts: 'schedules',
  occurrences: 'publishing',
  deliveries: 'publishing',
  attempts: 'publishing',
  attempts_archive: 'publishing',
  delivery_events: 'publishing',
  network_costs: 'accounts',
  network_waits: 'publishing',
  installation: 'publishing',
  secret_keys: 'secrets',
  unseen_deliveries: 'publishing',
  engagements: 'engagement',
  engagement_readings: 'engagement',
  engagement_progress: 'engagement',
  media_fits: 'media',
  hand_overs: 'hand-over',
  data_exports: 'account-data',
  agency_deletions: 'account-data',
  approvals: 'publishing',
  approval_events: 'publishing',
  approval_mails: 'approvals',
  hidden_suggestions: 'dashboard',
  rebrandings: 'white-label',
  source_health: 'stock',
  source_pages: 'stock',
  work_looks: 'licences',
  ai_keys: 'ai',
  ai_settings: 'ai',
  ai_requests: 'ai',
  white_labels: 'white-label',
  released_hosts: 'white-label',
  help_articles: 'help',
  help_desks: 'help',
  help_searches: 'help',
  help_ratings: 'help',
  upgrade_files: 'upgrades',
  upgrade_tickets: 'upgrades',
  stripe_accounts: 'stripe',
  memberships: 'memberships',
  subscriptions: 'memberships',
  stripe_events: 'memberships',
  reports: 'reports',
  pronunciations: 'voices',
  report_settings: 'reports',
  report_links: 'reports',
  report_pdfs: 'reports',
  client_months: 'profit',
  drafts: 'posts',
  ideas: 'ideas',
  prospect_lists: 'prospects',
  prospects: 'prospects',
  resting_items: 'repurposing',
  watched_keywords: 'keyword-alerts',
  keyword_finds: 'keyword-alerts',
  keyword_mails: 'keyword-alerts',
  backups: 'backup',
};

/** Second writers of single columns, each with its reason. */
const secondWriters: Readonly<Record<string, { folder: string; reason: string }>> = {
  agencies: {
    folder: 'publishing',
    reason:
      'a pause stops the engine: paused_at, paused_by, and whether networks are read: processing_stopped_at, ' +
      'processing_stopped_by; and so does an unpaid membership: lapsed_at',
  },
  users: { folder: 'publishing', reason: 'a pause of a client stops the engine: paused_at, paused_by' },
  social_accounts: {
    folder: 'publishing',
    reason: "the row is publishing's token: free_at, a pause, and the status after an outcome",
  },
  approvals: { folder: 'approvals', reason: 'records notifications by mail: told_at, owner_told_at' },
  approval_events: { folder: 'approvals', reason: 'comments that have been mailed: untold' },
  items: {
    folder: 'files',
    reason: 'an item removed from its stream releases a file that nothing else needs: file_id',
  },
  schedules: {
    folder: 'publishing',
    reason:
      'the end of a round begins the next one or finishes the schedule: round, state; a plan is moved and replanned ' +
      "with its deliveries: rhythm, tzdata_version; a client's approval setting and the end of a stream change them: " +
      'needs_approval, state',
  },
};

const writes =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](\w+)|\b(?:insert\s+into|delete\s+from|merge\s+into|update(?=\s+\w+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(\w+)/gi;

describe('writers of tables', () => {
  test('each table is written by one folder', () => {
    const foreignWrites = writesOfServer().filter(
      ({ table, folder }) => owners[table] !== folder && secondWriters[table]?.folder !== folder,
    );
    assert.deepEqual(
      foreignWrites.map(({ path, table }) => `${path} writes ${table}, which belongs to ${owners[table] ?? 'nobody'}`),
      [],
    );
  });

  test('each table of the schema has an owner', () => {
    const tables = [
      ...readFileSync(`${projectDir}db/schema.sql`, 'utf8').matchAll(/^create (?:unlogged )?table (\w+)/gm),
    ].map(([, name = '']) => name);
    assert.deepEqual(
      tables.filter((table) => !(table in owners)),
      [],
    );
    assert.deepEqual(
      Object.keys(owners).filter((table) => !tables.includes(table)),
      [],
    );
  });

  test('each table is found in the statements that write it', () => {
    assert.ok(
      writesOfServer().some(({ path, table }) => path === 'server/content/streams/queries.ts' && table === 'streams'),
    );
    assert.ok(
      writesOfServer().some(
        ({ path, table }) => path === 'server/publishing/engine/claim.ts' && table === 'deliveries',
      ),
    );
  });
});

function writesOfServer(): { path: string; folder: string; table: string }[] {
  return sourceFiles(['.ts'])
    .filter(
      ({ path }) =>
        path.startsWith('server/') &&
        !/\.(test|proof)\.ts$/.test(path) &&
        !/\/testing(-\w+)?\.ts$|^server\/app\/testing\//.test(path),
    )
    .flatMap(({ path, text }) =>
      [...text.matchAll(writes)].map(([, builder, statement]) => ({
        path,
        folder: featureOf(path),
        table: builder ?? statement ?? '',
      })),
    );
}

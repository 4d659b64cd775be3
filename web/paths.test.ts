import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { paths } from './paths.ts';
import { pagePaths } from './site-map.ts';

/** The site map: each path with its address. */
const siteMap = {
  home: [[paths.home(), '/']],
  login: [[paths.login(), '/login']],
  forgotPassword: [[paths.forgotPassword(), '/forgot-password']],
  resetPassword: [[paths.resetPassword(), '/reset-password']],
  confirmEmail: [[paths.confirmEmail(), '/confirm-email']],
  stopKeywordMails: [[paths.stopKeywordMails(), '/stop-keyword-mails']],
  accountDeleted: [
    [paths.accountDeleted(), '/account-deleted'],
    [paths.accountDeleted({ token: 'a+b' }), '/account-deleted?token=a%2Bb'],
  ],
  masterLogin: [[paths.masterLogin(), '/master-login']],
  connect: [[paths.connect(':token'), '/connect/:token']],
  join: [[paths.join('7'), '/join/7']],
  clientReport: [[paths.clientReport(':token'), '/client-report/:token']],
  socialConnectCode: [[paths.socialConnectCode(), '/social-connect-code']],
  terms: [[paths.terms(), '/terms']],
  privacyPolicy: [[paths.privacyPolicy(), '/privacy-policy']],
  popup: [[paths.popup(), '/popup']],
  vimeoCallback: [[paths.vimeoCallback(), '/vimeo-callback']],
  redditCallback: [[paths.redditCallback(), '/reddit-callback']],
  linkedinCallback: [[paths.linkedinCallback(), '/linkedin-callback']],
  twitterCallback: [[paths.twitterCallback(), '/twitter-callback']],
  dashboard: [[paths.dashboard(), '/dashboard']],
  clients: [[paths.clients(), '/clients']],
  addClient: [[paths.addClient(), '/add-client']],
  editClient: [
    [paths.editClient(':id'), '/edit-client/:id'],
    [paths.editClient('7', { tab: 'accounts' }), '/edit-client/7?tab=accounts'],
    [
      paths.editClient('7', { tab: 'plan', new: '', for: '7', step: 'stream' }),
      '/edit-client/7?tab=plan&new&for=7&step=stream',
    ],
    [
      paths.editClient('7', { tab: 'posts', month: '2026-11', place: 'failed' }),
      '/edit-client/7?tab=posts&month=2026-11&place=failed',
    ],
  ],
  approvals: [
    [paths.approvals(), '/approvals'],
    [paths.approvals({ list: 'sent-back', schedule: '7' }), '/approvals?list=sent-back&schedule=7'],
    [paths.approvals({ list: 'waiting', schedule: undefined }), '/approvals?list=waiting'],
  ],
  notification: [[paths.notification(), '/notification']],
  inbox: [
    [paths.inbox(), '/inbox'],
    [paths.inbox({ client: '7', show: 'unread' }), '/inbox?client=7&show=unread'],
  ],
  helpAndSupport: [
    [paths.helpAndSupport(), '/help-and-support'],
    [paths.helpAndSupport({ from: '/ledger' }), '/help-and-support?from=%2Fledger'],
  ],
  training: [
    [paths.training(), '/training'],
    [paths.training({ id: 'networks' }), '/training?id=networks'],
  ],
  articleDetails: [
    [paths.articleDetails(), '/article-details'],
    [
      paths.articleDetails({ id: 'networks', cid: 'connect-reddit' }),
      '/article-details?id=networks&cid=connect-reddit',
    ],
  ],
  streams: [[paths.streams(), '/streams']],
  createStream: [
    [paths.createStream(), '/create-stream'],
    [paths.createStream({ for: '7' }), '/create-stream?for=7'],
  ],
  editStream: [
    [paths.editStream(':id'), '/edit-stream/:id'],
    [paths.editStream('12', { for: '7' }), '/edit-stream/12?for=7'],
  ],
  scheduler: [
    [paths.scheduler(), '/scheduler'],
    [paths.scheduler({ new: '' }), '/scheduler?new'],
    [paths.scheduler({ new: '', for: '7', stream: '12' }), '/scheduler?new&for=7&stream=12'],
    [paths.scheduler({ new: '', for: '7', first: '2026-11-25' }), '/scheduler?new&for=7&first=2026-11-25'],
    [paths.scheduler({ view: 'day', day: '2026-11-25' }), '/scheduler?view=day&day=2026-11-25'],
    [
      paths.scheduler({ view: 'day', day: '2026-11-25', status: 'needs-you' }),
      '/scheduler?view=day&day=2026-11-25&status=needs-you',
    ],
  ],
  planSeveral: [
    [paths.planSeveral(), '/plan-several'],
    [paths.planSeveral({ client: '7' }), '/plan-several?client=7'],
  ],
  scheduleContent: [[paths.scheduleContent(), '/schedule-content']],
  scheduleDetail: [[paths.scheduleDetail(':id'), '/schedule-detail/:id']],
  ledger: [
    [paths.ledger(), '/ledger'],
    [paths.ledger({ month: '2026-11' }), '/ledger?month=2026-11'],
  ],
  ledgerPosts: [
    [paths.ledgerPosts(), '/ledger/posts'],
    [
      paths.ledgerPosts({ month: '2026-11', client: '7', place: 'failed' }),
      '/ledger/posts?month=2026-11&client=7&place=failed',
    ],
  ],
  ledgerPost: [[paths.ledgerPost(':id'), '/ledger/post/:id']],
  createVideo: [
    [paths.createVideo(), '/create-video'],
    [paths.createVideo({ id: '7' }), '/create-video?id=7'],
  ],
  imageCreator: [
    [paths.imageCreator(), '/image-creator'],
    [paths.imageCreator({ id: '7' }), '/image-creator?id=7'],
  ],
  contents: [[paths.contents(), '/contents']],
  library: [[paths.library(), '/library']],
  licences: [
    [paths.licences(), '/licences'],
    [paths.licences({ client: '7' }), '/licences?client=7'],
  ],
  trends: [[paths.trends(), '/trends']],
  findClients: [[paths.findClients(), '/find-clients']],
  report: [[paths.report(), '/report']],
  profit: [
    [paths.profit(), '/profit'],
    [paths.profit({ month: '2026-05' }), '/profit?month=2026-05'],
  ],
  ideas: [
    [paths.ideas(), '/ideas'],
    [paths.ideas({ client: '7' }), '/ideas?client=7'],
  ],
  generateReport: [
    [paths.generateReport({ id: ':id', month: ':month', year: ':year' }), '/generate-report/:id/:month/:year'],
  ],
  myAccount: [[paths.myAccount(), '/my-account']],
  security: [[paths.security(), '/security']],
  accountData: [[paths.accountData(), '/account-data']],
  privacy: [[paths.privacy(), '/privacy']],
  activity: [[paths.activity(), '/activity']],
  accountManagement: [[paths.accountManagement(), '/account-management']],
  resellerAccount: [[paths.resellerAccount(), '/reseller-account']],
  agency: [[paths.agency(), '/agency']],
  rebranding: [[paths.rebranding(), '/rebranding']],
  upgrades: [
    [paths.upgrades(), '/upgrades'],
    [paths.upgrades({ panel: 'courses' }), '/upgrades?panel=courses'],
  ],
  whiteLabel: [
    [paths.whiteLabel(), '/white-label'],
    [paths.whiteLabel({ tab: 'payment' }), '/white-label?tab=payment'],
  ],
  billing: [[paths.billing(), '/billing']],
} as const satisfies Record<keyof typeof paths, readonly (readonly [string, string])[]>;

test('every page has its address', () => {
  for (const [name, addresses] of Object.entries(siteMap))
    for (const [address, expected] of addresses) assert.equal(address, expected, name);
});

test('every address is a route', () => {
  const routes = readFileSync(new URL('./routes.tsx', import.meta.url), 'utf8');
  assert.deepEqual(
    Object.keys(paths).filter((name) => !routes.includes(`paths.${name}(`)),
    [],
  );
});

test('the server knows every page by its path, with a mark for each parameter', () => {
  const known = pagePaths();
  assert.equal(known.length, Object.keys(paths).length);
  for (const path of ['/', '/login', '/edit-client/:any', '/generate-report/:any/:any/:any', '/ledger/post/:any'])
    assert.ok(known.includes(path), path);
  assert.deepEqual(
    known.filter((path) => /[?&=]|undefined|object/.test(path)),
    [],
  );
});

import { accountDataCalls } from '../account-data/calls.ts';
import { accountCalls } from '../accounts/calls.ts';
import { consentCalls } from '../accounts/consent.ts';
import { agencyCalls } from '../agency/calls.ts';
import { aiSettingsCalls } from '../ai-writing/settings-calls.ts';
import { aiWritingCalls } from '../ai-writing/calls.ts';
import { approvalCalls } from '../approvals/calls.ts';
import { activityCalls } from '../audit/calls.ts';
import { authCalls } from '../auth/calls.ts';
import { emailCalls } from '../auth/email.ts';
import { profileCalls } from '../auth/profile.ts';
import { secondFactorCalls } from '../auth/second-factor.ts';
import { sessionCalls } from '../auth/sessions.ts';
import { batchCalls } from '../batches/calls.ts';
import { calendarFeedCalls } from '../calendar-feeds/calls.ts';
import { clientCalls } from '../clients/calls.ts';
import { memberCalls } from '../clients/members.ts';
import { connectLinkCalls } from '../connect-links/calls.ts';
import { dashboardCalls } from '../dashboard/calls.ts';
import { designCalls } from '../designs/calls.ts';
import { drawingCalls } from '../designs/drawing-calls.ts';
import { engagementCalls } from '../engagement/calls.ts';
import { filmCalls } from '../films/calls.ts';
import { finderCalls } from '../finder/calls.ts';
import { prospectCalls } from '../finder/prospect-calls.ts';
import { fontCalls } from '../fonts/calls.ts';
import { handOverCalls } from '../hand-over/calls.ts';
import { helpCalls } from '../help/calls.ts';
import { upgradeCalls } from '../upgrades/calls.ts';
import { siteHelpCalls } from '../help/site-calls.ts';
import { joinHandlers } from '../http/index.ts';
import { kitCalls } from '../kits/calls.ts';
import { ledgerCalls } from '../ledger/calls.ts';
import { licenceCalls } from '../licences/calls.ts';
import { libraryCalls } from '../library/calls.ts';
import { billingCalls } from '../memberships/billing.ts';
import { membershipCalls } from '../memberships/calls.ts';
import { joinCalls } from '../memberships/join.ts';
import { wlUserCalls } from '../memberships/users.ts';
import { pausingCalls } from '../pausing/calls.ts';
import { portalCalls } from '../portal/calls.ts';
import { rebrandingCalls } from '../rebranding/calls.ts';
import { draftCalls } from '../drafts/calls.ts';
import { ideaCalls } from '../ideas/calls.ts';
import { profitCalls } from '../profit/calls.ts';
import { repurposingCalls } from '../repurposing/calls.ts';
import { reportCalls } from '../reports/calls.ts';
import { reportPdfCalls } from '../reports/pdf-calls.ts';
import { resellerCalls } from '../resellers/calls.ts';
import { scheduleCalls } from '../schedules/calls.ts';
import { sourceCalls } from '../sources/calls.ts';
import { streamCalls } from '../streams/calls.ts';
import { signCalls } from '../signs/calls.ts';
import { stripeCalls } from '../stripe/calls.ts';
import { suggestionCalls } from '../suggestions/calls.ts';
import { templateCalls } from '../templates/calls.ts';
import { trendCalls } from '../trends/calls.ts';
import { typefaceCalls } from '../typefaces/calls.ts';
import { replacingCalls } from '../replacing/calls.ts';
import { uploadCalls } from '../uploads/calls.ts';
import { useCalls } from '../uses/calls.ts';
import { videoCalls } from '../videos/calls.ts';
import { videoStartCalls } from '../videos/start-calls.ts';
import { renderCalls } from '../videos/render-calls.ts';
import { voiceCalls } from '../voices/calls.ts';
import { whiteLabelCalls } from '../white-label/calls.ts';
import { watchingCalls } from '../watching/calls.ts';

/** The handler of every call of the contract, from all features. */
export const handlers = joinHandlers([
  authCalls,
  accountDataCalls,
  profileCalls,
  emailCalls,
  sessionCalls,
  secondFactorCalls,
  activityCalls,
  clientCalls,
  memberCalls,
  resellerCalls,
  agencyCalls,
  rebrandingCalls,
  accountCalls,
  consentCalls,
  connectLinkCalls,
  engagementCalls,
  streamCalls,
  scheduleCalls,
  dashboardCalls,
  ledgerCalls,
  pausingCalls,
  portalCalls,
  handOverCalls,
  helpCalls,
  upgradeCalls,
  siteHelpCalls,
  approvalCalls,
  filmCalls,
  sourceCalls,
  trendCalls,
  finderCalls,
  prospectCalls,
  fontCalls,
  renderCalls,
  voiceCalls,
  suggestionCalls,
  libraryCalls,
  licenceCalls,
  videoCalls,
  videoStartCalls,
  designCalls,
  drawingCalls,
  kitCalls,
  batchCalls,
  calendarFeedCalls,
  templateCalls,
  signCalls,
  typefaceCalls,
  replacingCalls,
  uploadCalls,
  useCalls,
  whiteLabelCalls,
  aiSettingsCalls,
  aiWritingCalls,
  stripeCalls,
  membershipCalls,
  joinCalls,
  billingCalls,
  wlUserCalls,
  draftCalls,
  ideaCalls,
  profitCalls,
  repurposingCalls,
  watchingCalls,
  reportCalls,
  reportPdfCalls,
]);

import { accountDataCalls } from './account-data/calls.ts';
import { accountCalls } from './accounts/calls.ts';
import { consentCalls } from './accounts/consent.ts';
import { agencyCalls } from './agency/calls.ts';
import { approvalCalls } from './approvals/calls.ts';
import { activityCalls } from './audit/calls.ts';
import { authCalls } from './auth/calls.ts';
import { emailCalls } from './auth/email.ts';
import { profileCalls } from './auth/profile.ts';
import { secondFactorCalls } from './auth/second-factor.ts';
import { sessionCalls } from './auth/sessions.ts';
import { clientCalls } from './clients/calls.ts';
import { memberCalls } from './clients/members.ts';
import { connectLinkCalls } from './connect-links/calls.ts';
import { dashboardCalls } from './dashboard/calls.ts';
import { engagementCalls } from './engagement/calls.ts';
import { filmCalls } from './films/calls.ts';
import { handOverCalls } from './hand-over/calls.ts';
import type { Handlers } from './handlers.ts';
import { refuseDoubles } from './http/handlers.ts';
import { ledgerCalls } from './ledger/calls.ts';
import { pausingCalls } from './pausing/calls.ts';
import { portalCalls } from './portal/calls.ts';
import { resellerCalls } from './resellers/calls.ts';
import { scheduleCalls } from './schedules/calls.ts';
import { streamCalls } from './streams/calls.ts';
import { suggestionCalls } from './suggestions/calls.ts';
import { useCalls } from './uses/calls.ts';

refuseDoubles([authCalls, accountDataCalls, profileCalls, emailCalls, sessionCalls, secondFactorCalls, activityCalls, clientCalls, memberCalls, resellerCalls, agencyCalls, accountCalls, consentCalls, connectLinkCalls, engagementCalls, streamCalls, scheduleCalls, dashboardCalls, ledgerCalls, pausingCalls, portalCalls, handOverCalls, approvalCalls, filmCalls, suggestionCalls, useCalls]);

/** The handler of every call of the contract, from all features. */
export const handlers: Handlers = { ...authCalls, ...accountDataCalls, ...profileCalls, ...emailCalls, ...sessionCalls, ...secondFactorCalls, ...activityCalls, ...clientCalls, ...memberCalls, ...resellerCalls, ...agencyCalls, ...accountCalls, ...consentCalls, ...connectLinkCalls, ...engagementCalls, ...streamCalls, ...scheduleCalls, ...dashboardCalls, ...ledgerCalls, ...pausingCalls, ...portalCalls, ...handOverCalls, ...approvalCalls, ...filmCalls, ...suggestionCalls, ...useCalls };

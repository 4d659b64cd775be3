/** A test server for approvals, used through the calls and cleared before each test of the file that imports it. */

import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { checkLedger } from '../../publishing/plan/ledger.ts';
import { runOn } from '../../publishing/statements.ts';
import { anApprovalStage } from './testing.ts';

/** The parts of the test server. */
export const { server, clock, worker, feed, script, aPlannedClient, auditOf, clear } = await anApprovalStage();

/** Seconds of an hour. */
export const hour = 3600;
beforeEach(clear);

/** Asserts that the counts of the ledger add up. */
export const inOrder = async () => assert.deepEqual(await checkLedger(runOn(server.db.pool)), []);

/** The input that identifies a post as it was shown. */
export const pick = ({ id, fingerprint }: { id: string; fingerprint: string }) => ({ id, fingerprint });

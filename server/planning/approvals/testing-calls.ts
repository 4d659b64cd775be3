/** A test server for approvals, used through the calls and cleared before each test of the file that imports it. */

import assert from 'node:assert/strict';
import { beforeEach } from 'vitest';
import { checkLedger } from '../../publishing/plan/ledger-check.ts';
import { runOn } from '../../publishing/statements.ts';
import { anApprovalStage } from './testing.ts';

/** Opens a stage for approvals through the calls, for the test file that calls it. */
export async function aCallStage() {
  /** The stage, in its parts. */
  const { server, clock, worker, feed, script, aPlannedClient, auditOf, clear } = await anApprovalStage();

  /** Seconds of an hour. */
  const hour = 3600;
  beforeEach(clear);

  /** Asserts that the ledger adds up. */
  const inOrder = async () => assert.deepEqual(await checkLedger(runOn(server.db.pool)), []);

  /** The input that identifies a post as it was shown. */
  const pick = ({ id, fingerprint, decision }: { id: string; fingerprint: string; decision: number }) => ({
    id,
    fingerprint,
    decision,
  });

  return { server, clock, worker, feed, script, aPlannedClient, auditOf, clear, hour, inOrder, pick };
}

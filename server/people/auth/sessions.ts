import type { Session } from '#contract/people/auth-profile.ts';
import { messages } from '#contract/messages.ts';
import { deviceOf } from '#rules/devices.ts';
import { audit } from '../../base/audit/index.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { endOtherSessions, endOwnSession, listSessions, type SessionRow } from './session-queries.ts';

const presentSession = (row: SessionRow, currentId: string): Session => ({
  id: row.id,
  ...deviceOf(row.user_agent),
  address: row.address,
  created: row.created_at.toISOString(),
  seen: row.seen_at.toISOString(),
  current: row.id === currentId,
  by_operator: row.opened_by === 'master-login',
});

/** Calls for the list of a person's sessions. An ended session is refused from its next call on. */
export const sessionCalls = {
  'fetch-sessions': async (_input, { user, tx, now }) => {
    const sessions = (await listSessions(tx, { agencyId: user.agencyId, userId: user.id, now })).map((row) =>
      presentSession(row, user.sessionId),
    );
    return { message: '', data: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) };
  },

  'delete-session': async (input, { user, tx, origin }) => {
    const ended = await endOwnSession(tx, { agencyId: user.agencyId, userId: user.id, id: input.id });
    if (ended === undefined) throw new UserError(messages.notFound, { status: 404 });
    await audit(tx, { user, origin, action: 'session-ended', details: { device: deviceOf(ended.user_agent).device } });
    return { message: messages.sessionEnded, data: null };
  },

  'delete-other-sessions': async (_input, { user, tx, now, origin }) => {
    const ended = await endOtherSessions(tx, {
      agencyId: user.agencyId,
      userId: user.id,
      exceptId: user.sessionId,
      now,
    });
    if (ended > 0) await audit(tx, { user, origin, action: 'other-sessions-ended', details: { sessions: ended } });
    return { message: messages.otherSessionsEnded, data: { ended } };
  },
} satisfies Partial<Handlers>;

import { messages } from '#contract/messages.ts';
import { previewMinutes, usualChoice, type PauseScope, type ResumeChoice } from '#rules/pausing.ts';
import { audit } from '../../base/audit/index.ts';
import { outside, UserError, type Handlers } from '../../base/handlers.ts';
import { planResume, resumePublishing, type PauseTarget, type ResumePlan } from '../../publishing/index.ts';
import { mostShown, presentPauses, presentPlan } from './present.ts';
import {
  countHeld,
  findAgencyPause,
  findPauseTarget,
  listPausedAccounts,
  listPausedClients,
  listPausedSchedules,
  listWords,
} from './queries.ts';
import { pauseClients, pauseSchedules } from './several.ts';
import { holdDue, pause, subjectOf } from './pause.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });
const changed = () => new UserError(messages.pileChanged);

function targetOf(agencyId: string, { scope, id }: { scope: PauseScope; id?: string | undefined }): PauseTarget {
  if (scope === 'everything') return { agencyId, scope, id: null };
  if (id === undefined) throw new Error('the contract asks for the id');
  return { agencyId, scope, id };
}

const nothing: ResumePlan = {
  pile: [],
  sendAt: new Map(),
  moveTo: new Map(),
  staying: 0,
  unapproved: 0,
  fingerprint: '',
};

/** The name of a pause's target in notices and in the audit log. */
const paused = {
  everything: messages.everythingPaused,
  client: messages.clientPaused,
  account: messages.accountPaused,
  schedule: messages.schedulePaused,
} as const satisfies Record<PauseScope, string>;
const resumed = {
  'publish-now': messages.resumedPublishing,
  'next-free-times': messages.resumedMoving,
  skip: messages.resumedSkipping,
} as const satisfies Record<ResumeChoice, string>;
/**
 * The handlers of the calls in contract/planning/pausing.ts. The rules are in rules/pausing.ts, the engine's part in
 * server/publishing/actions/pause.ts.
 */
export const pausingCalls = {
  'pause-publishing': outside(async (input, context) => {
    const target = targetOf(context.user.agencyId, input);
    await pause(target, context);
    await holdDue(context);
    return { message: paused[target.scope], data: null };
  }),

  'pause-clients': outside(pauseClients),

  'pause-schedulers': outside(pauseSchedules),

  'fetch-pauses': async (_input, { user, tx }) => {
    const { agencyId } = user;
    const everything = await findAgencyPause(tx, agencyId);
    const clients = await listPausedClients(tx, agencyId);
    const accounts = await listPausedAccounts(tx, agencyId);
    const schedules = await listPausedSchedules(tx, agencyId);
    const isAny = everything !== undefined || clients.length + accounts.length + schedules.length > 0;
    const held = isAny ? await countHeld(tx, agencyId) : [];
    return { message: '', data: presentPauses({ everything, clients, accounts, schedules, held }) };
  },

  'preview-resume': async (input, { user, tx, now, services }) => {
    const { agencyId } = user;
    const target = targetOf(agencyId, input);
    const found = await findPauseTarget(tx, target);
    if (found === undefined) throw notFound();
    const plan = found.paused_at === null ? nothing : await planResume(tx, { ...target, at: now });
    const words = await listWords(tx, { agencyId, deliveryIds: plan.pile.slice(0, mostShown).map(({ id }) => id) });
    const usual = usualChoice({
      oldest: plan.pile[0]?.dueAt ?? null,
      lateLimitHours: services.config.lateLimitHours,
      now,
    });
    return {
      message: '',
      data: {
        at: now.toISOString(),
        paused_at: found.paused_at?.toISOString() ?? null,
        usual,
        ...presentPlan(plan, words),
      },
    };
  },

  'resume-publishing': async (input, { user, tx, now, origin }) => {
    const target = targetOf(user.agencyId, input);
    const at = new Date(input.at);
    const found = await findPauseTarget(tx, target);
    if (found === undefined) throw notFound();
    if (found.paused_at === null) return { message: messages.notPaused, data: null };
    const isStopped =
      target.scope === 'everything' && (await findAgencyPause(tx, target.agencyId))?.processing_stopped === true;
    if (isStopped && user.role !== 'owner') throw new UserError(messages.ownerResumes, { status: 403 });
    if (at > now || now.getTime() - at.getTime() > previewMinutes * 60_000) throw changed();
    const outcome = await resumePublishing(tx, {
      ...target,
      at,
      choice: input.choice,
      fingerprint: input.fingerprint,
      now,
    });
    if (outcome.kind === 'changed') throw changed();
    if (isStopped) await audit(tx, { user, origin, action: 'processing-resumed', subjectKind: 'agency' });
    await audit(tx, {
      user,
      origin,
      action: 'publishing-resumed',
      ...subjectOf(target),
      details: { choice: input.choice, posts: outcome.count },
    });
    return { message: outcome.count === 0 ? messages.resumed : resumed[input.choice], data: null };
  },
} satisfies Partial<Handlers>;

/** A client's view of its own plan: planned and published posts. */
import { messages } from '#contract/messages.ts';
import { may } from '#rules/permissions.ts';
import { findClient } from '../../people/users/index.ts';
import { UserError, type Context, type Handlers } from '../../base/handlers.ts';
import { pageSize } from '../../base/lists/paging.ts';
import { onlyOwn } from '../../base/lib/scope.ts';
import { presentPlanned, presentPublished } from './present.ts';
import { countPlanned, countPublished, findOwner, listPlanned, listPublished, type TimeCursor } from './queries.ts';

const day = 86_400_000;

/**
 * The client whose plan is shown: the client account itself, or one of the agency's clients. Throws a 404 for any
 * other.
 */
async function whoseOf(input: { client_id?: string | undefined }, { user, tx }: Context): Promise<string> {
  const own = onlyOwn(user);
  const asked = input.client_id ?? own;
  const known =
    asked !== null && (own === null || own === asked)
      ? await findClient(tx, { agencyId: user.agencyId, id: asked })
      : undefined;
  if (known === undefined) throw new UserError(messages.notFound, { status: 404 });
  return known.id;
}

/** The cursor after which a page begins: '1780315200000.17' follows post 17 of that millisecond. */
function readCursor(cursor: string | undefined): TimeCursor | null {
  if (cursor === undefined || cursor === '') return null;
  const match = /^(\d{1,15})\.([1-9]\d{0,17})$/.exec(cursor);
  if (!match) throw new UserError('This page of the list is not known. Please reload.', { status: 422 });
  return { at: new Date(Number(match[1])), id: match[2] ?? '' };
}

function pageByTime<Row extends { id: string; due_at: Date }>(
  rows: readonly Row[],
): { rows: Row[]; next: string | null } {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    rows: shown,
    next: rows.length > pageSize && last !== undefined ? `${last.due_at.getTime()}.${last.id}` : null,
  };
}

/** The handlers of the calls in contract/planning/client-portal.ts. */
export const portalCalls = {
  'fetch-planned': async (input, context) => {
    const { user, tx, now } = context;
    const key = {
      agencyId: user.agencyId,
      clientId: await whoseOf(input, context),
      from: now,
      until: new Date(now.getTime() + input.days * day),
    };
    const { rows, next } = pageByTime(
      await listPlanned(tx, { ...key, after: readCursor(input.cursor), limit: pageSize + 1 }),
    );
    return { message: '', data: { items: rows.map(presentPlanned), next, total: await countPlanned(tx, key) } };
  },

  'fetch-published': async (input, context) => {
    const { user, tx } = context;
    const key = { agencyId: user.agencyId, clientId: await whoseOf(input, context) };
    const { rows, next } = pageByTime(
      await listPublished(tx, { ...key, after: readCursor(input.cursor), limit: pageSize + 1 }),
    );
    const owner = await findOwner(tx, user.agencyId);
    const withFigures =
      owner !== undefined &&
      may(
        {
          role: 'owner',
          isReseller: owner.is_reseller,
          isWhiteLabel: owner.is_white_label,
          membership: owner.membership,
        },
        'engagement',
      );
    return {
      message: '',
      data: {
        items: rows.map((row) => presentPublished(row, { withFigures })),
        next,
        total: await countPublished(tx, key),
      },
    };
  },
} satisfies Partial<Handlers>;

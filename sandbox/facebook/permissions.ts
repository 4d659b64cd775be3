import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { text } from '../json.ts';
import { provenApp } from '../oauth/apps.ts';
import { endTokens } from '../oauth/tokens.ts';
import { callerOf } from './access.ts';
import { noObject, noPermission } from './errors.ts';

/**
 * `DELETE /{user}/permissions[/{permission}]`: the person's consent ends with all its tokens, including those of pages,
 * or loses one permission. Accepts the person's token or the app's own. Source: graph-api/reference/user/permissions,
 * "Revoking Permissions".
 */
export async function revokePermission(
  context: Context,
  {
    call,
    fields,
    id,
    permission,
  }: { call: Parameters<typeof callerOf>[1]; fields: Record<string, unknown>; id: string; permission: string },
): Promise<Reply> {
  const persona = whose(context, { call, fields, id });
  const held = [...context.state.tables.tokens].filter(
    ([, each]) => each.network === 'facebook' && each.persona === persona && !each.revoked && each.kind !== 'code',
  );
  if (held.length === 0) throw noPermission("The user hasn't authorized the application to perform this action");
  if (permission === '') await endTokens(context, { network: 'facebook', persona, does: 'revoke' });
  else {
    await Promise.all(
      held.map(([key, token]) =>
        context.state.commit({
          kind: 'row',
          table: 'tokens',
          id: key,
          value: { ...token, scopes: token.scopes.filter((each) => each !== permission) },
        }),
      ),
    );
  }
  return json(200, { success: true });
}

type Asked = Omit<Parameters<typeof revokePermission>[1], 'permission'>;

function whose(context: Context, { call, fields, id }: Asked): string {
  const [app = '', secret = ''] = text(fields['access_token']).split('|');
  if (provenApp('facebook', app, secret)) return id;
  const caller = callerOf(context, call, fields);
  if (caller.page || (id !== 'me' && id !== caller.person.id)) throw noObject('DELETE', id);
  return caller.person.id;
}

import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { text, type Json } from '../json.ts';
import type { State } from '../state/state.ts';
import { callerOf, type Caller } from './access.ts';
import { badParameter, GraphError, noObject } from './errors.ts';

/** An upload: addressed by `upload:<name>` until it is complete and by its handle afterwards. */
type Upload = { id: string; handle: string; length: number; chunks: Buffer[]; person: string };

/** Unfinished uploads end with the process; Facebook's expire after a while. */
const held = new WeakMap<State, Map<string, Upload>>();

/**
 * Step 1, `POST /{app}/uploads`: opens a session by a person's token. Source:
 * developers.facebook.com/docs/graph-api/guides/upload.
 */
export function openUpload(context: Context, caller: Caller, fields: Json): Reply {
  const wrong = Object.keys(fields).find(
    (each) => !['access_token', 'file_name', 'file_length', 'file_type'].includes(each),
  );
  if (wrong !== undefined) throw badParameter(`The parameter ${wrong} is unknown to this edge (sandbox)`);
  const length = Number(fields['file_length']);
  if (!Number.isInteger(length) || length <= 0) throw badParameter('The parameter file_length is required');
  if (!['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4'].includes(text(fields['file_type'])))
    throw badParameter('Param file_type must be one of {application/pdf, image/jpeg, image/jpg, image/png, video/mp4}');
  if (caller.page) throw badParameter('A user access token is required');
  const id = `upload:${randomBytes(12).toString('base64url')}`;
  uploadsOf(context).set(id, {
    id,
    handle: `4:${randomBytes(24).toString('base64url')}`,
    length,
    chunks: [],
    person: caller.person.id,
  });
  return json(200, { id });
}

/**
 * Steps 2 and 3, `POST` and `GET /upload:…`: bytes from `file_offset` on, or its progress. The last byte returns the
 * handle.
 */
export function continueUpload(context: Context, call: Call, id: string): Reply {
  const caller = callerOf(context, { ...call, headers: oauthOnly(call) }, {});
  const upload = uploadsOf(context).get(id);
  if (!upload || upload.person !== caller.person.id) throw noObject(call.method, id);
  const offset = sizeOf(upload);
  if (call.method === 'GET') return json(200, { id, file_offset: offset });
  if (Number(call.headers['file_offset'] ?? NaN) !== offset)
    throw new GraphError('The file_offset header does not match what has been uploaded.', {
      code: 100,
      subcode: 1363037,
    });
  upload.chunks.push(call.body);
  if (sizeOf(upload) > upload.length)
    throw new GraphError('More bytes than the file_length', { code: 6000, subcode: 1363037 });
  return json(200, sizeOf(upload) === upload.length ? { h: upload.handle } : { id, file_offset: sizeOf(upload) });
}

/** The bytes of a finished upload by its handle. */
export function takeUpload(context: Context, handle: string): Buffer | undefined {
  const upload = [...uploadsOf(context).values()].find((each) => each.handle === handle);
  return upload && sizeOf(upload) === upload.length ? Buffer.concat(upload.chunks) : undefined;
}

/** Bytes are accepted with `Authorization: OAuth <token>` only. */
function oauthOnly({ headers }: Call): Record<string, string> {
  return /^OAuth\s/i.test(headers['authorization'] ?? '') ? headers : {};
}

function sizeOf({ chunks }: Upload): number {
  return chunks.reduce((sum, each) => sum + each.length, 0);
}

function uploadsOf({ state }: Context): Map<string, Upload> {
  const known = held.get(state) ?? new Map<string, Upload>();
  held.set(state, known);
  return known;
}

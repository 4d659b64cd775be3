import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { json, raw, type Reply } from '../http/reply.ts';
import { parseMultipart } from '../http/multipart.ts';
import { contentType, readFields, type Call } from '../http/request.ts';
import { escapeHtml, text, type Json } from '../json.ts';
import { bare } from './answers.ts';
import type { Caller } from './caller.ts';
import { word } from './word.ts';
import type { Asset } from './rows.ts';

const kinds = ['image/png', 'image/jpeg', 'image/gif', 'video/mp4', 'video/quicktime'];
const leaseSeconds = 3600;
const imageLimit = 20_000_000;

/** `POST /api/media/asset`: a lease to upload one file, with the S3 form to send. */
export async function lease({ context, call, redditor, token }: Caller): Promise<Reply> {
  const fields: Json = readFields(call)?.fields ?? {};
  const unknown = Object.keys(fields).find((each) => !['filepath', 'mimetype', 'raw_json', 'api_type'].includes(each));
  if (unknown !== undefined) return bare(400, `Bad Request: field ${unknown} is unknown (sandbox)`);
  const mimetype = text(fields['mimetype']);
  if (text(fields['filepath']) === '' || !kinds.includes(mimetype)) return bare(400, 'Bad Request');
  return context.faults.around(
    { network: 'reddit', operation: 'upload', account: redditor.name, text: text(fields['filepath']), token },
    (fault) => word(context, { fault, token }),
    async () => {
      const id = randomBytes(7).toString('hex').slice(0, 13);
      const key = `rte_images/${id}`;
      const s3 = {
        acl: 'private',
        key,
        'X-Amz-Credential': 'SANDBOX/20261121/us-east-1/s3/aws4_request',
        'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
        'X-Amz-Date': '20261121T000000Z',
        success_action_status: '201',
        'content-type': mimetype,
        'x-amz-storage-class': 'STANDARD',
        'x-amz-meta-ext': mimetype.split('/')[1] ?? '',
        policy: randomBytes(24).toString('base64'),
        'X-Amz-Signature': randomBytes(32).toString('hex'),
        bucket: 'reddit-uploaded-media',
      };
      await context.state.commit({
        kind: 'row',
        table: 'redditAssets',
        id,
        value: {
          id,
          owner: redditor.id,
          mimetype,
          key,
          fields: s3,
          media: null,
          until: context.now().getTime() + leaseSeconds * 1000,
        },
      });
      const { host } = new URL(context.ownUrl);
      return json(200, {
        args: { action: `//${host}/reddit/s3`, fields: Object.entries(s3).map(([name, value]) => ({ name, value })) },
        asset: {
          asset_id: id,
          processing_state: 'incomplete',
          payload: { filepath: text(fields['filepath']) },
          websocket_url: `ws://${host}/reddit/ws/asset-${id}`,
        },
      });
    },
  );
}

/**
 * The bucket: the lease's fields exactly as issued, then the file, last. 201 and XML, as success_action_status
 * requests.
 */
export async function store(context: Context, call: Call): Promise<Reply> {
  const parts =
    contentType(call) === 'multipart/form-data'
      ? parseMultipart(call.body, call.headers['content-type'] ?? '')
      : undefined;
  const file = parts?.at(-1);
  if (!parts || file?.name !== 'file' || file.filename === undefined)
    return s3Error(400, 'InvalidArgument', 'POST requires exactly one file upload per request, as its last field.');
  const given = Object.fromEntries(parts.slice(0, -1).map((each) => [each.name, each.data.toString()]));
  const asset = context.state.tables.redditAssets.get((given['key'] ?? '').replace('rte_images/', ''));
  if (!asset || asset.until < context.now().getTime())
    return s3Error(403, 'AccessDenied', 'Invalid according to Policy: Policy expired.');
  const wrong = [...new Set([...Object.keys(asset.fields), ...Object.keys(given)])].find(
    (name) => asset.fields[name] !== given[name],
  );
  if (wrong !== undefined)
    return s3Error(
      403,
      'AccessDenied',
      `Invalid according to Policy: Policy Condition failed: ["eq", "$${wrong}", "…"]`,
    );
  if (asset.mimetype.startsWith('image/') && file.data.length > imageLimit)
    return s3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  return context.faults.around(
    { network: 'reddit', operation: 'upload', account: asset.owner, text: '' },
    () => s3Error(503, 'SlowDown', 'Please reduce your request rate.'),
    async () => {
      await context.state.commit({
        kind: 'row',
        table: 'redditAssets',
        id: asset.id,
        value: { ...asset, media: await context.media.keep(file.data) },
      });
      const location = `${context.ownUrl}/reddit/s3/${encodeURIComponent(asset.key)}`;
      return raw(201, {
        type: 'application/xml',
        body:
          `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse><Location>${location}</Location>` +
          `<Bucket>reddit-uploaded-media</Bucket><Key>${asset.key}</Key><ETag>"${asset.id}"</ETag></PostResponse>`,
        headers: { location },
      });
    },
  );
}

function s3Error(status: number, code: string, message: string): Reply {
  return raw(status, {
    type: 'application/xml',
    body:
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      `<Error><Code>${code}</Code><Message>${escapeHtml(message)}</Message></Error>`,
  });
}

/** The uploaded asset at an address that the bucket returned, decoded or not. */
export function assetOf(context: Context, owner: string, url: string): Asset | undefined {
  const key = /\/reddit\/s3\/rte_images(?:\/|%2F)(\w+)$/i.exec(url)?.[1];
  const asset = key === undefined ? undefined : context.state.tables.redditAssets.get(key);
  return asset?.owner === owner && asset.media ? asset : undefined;
}

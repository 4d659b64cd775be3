import { isJson, parseJson, text, texts, type Json } from '../json.ts';
import { ApiError, badRequest } from './errors.ts';
import type { Person } from './objects.ts';
import rules from './resource.json' with { type: 'json' };
import type { VideoFacts } from './rows.ts';

/** The parts named in a query. Throws ApiError for none or an unknown one. */
export function readParts(query: URLSearchParams): string[] {
  const parts = (query.get('part') ?? '').split(',').filter((each) => each !== '');
  const unknown = parts.find((each) => !rules.parts.includes(each));
  if (parts.length === 0)
    throw new ApiError(400, 'missingRequiredParameter', { message: 'No filter selected. Expected one of: part' });
  if (unknown !== undefined) throw new ApiError(400, 'unknownPart', { message: `'${unknown}'` });
  return parts;
}

/**
 * The video resource of an insert, by the rules of youtube/v3/docs/videos. Throws ApiError with the reason of
 * docs/videos/insert#errors.
 */
export function readMetadata(body: string, person: Person): Omit<VideoFacts, 'id'> {
  const resource = parseJson(body);
  if (!isJson(resource)) throw new ApiError(400, 'parseError', { message: 'Parse Error', domain: 'global' });
  const { snippet = {}, status = {}, ...others } = resource;
  const [strange] = Object.keys(others).filter((each) => !['kind', 'recordingDetails'].includes(each));
  if (strange !== undefined) throw unknownName(strange, 'video');
  if (!isJson(snippet) || !isJson(status)) throw badRequest('invalidVideoMetadata', 'The request metadata is invalid.');
  onlyKnown(snippet, rules.snippet, 'video.snippet');
  onlyKnown(status, rules.status, 'video.status');
  const title = text(snippet['title']);
  const description = text(snippet['description']);
  const tags = texts(snippet['tags']);
  const categoryId = snippet['categoryId'] === undefined ? '22' : text(snippet['categoryId']);
  const privacyStatus = status['privacyStatus'] === undefined ? 'public' : text(status['privacyStatus']);
  if (title.trim() === '' || Array.from(title).length > 100 || /[<>]/.test(title))
    throw badRequest('invalidTitle', 'The request metadata specifies an invalid or empty video title.');
  if (Buffer.byteLength(description) > 5000 || /[<>]/.test(description))
    throw badRequest('invalidDescription', 'The request metadata specifies an invalid video description.');
  // A tag with a space counts as if in quotes, and a comma separates the tags.
  if (tags.reduce((sum, each) => sum + each.length + (each.includes(' ') ? 2 : 0), Math.max(0, tags.length - 1)) > 500)
    throw badRequest('invalidTags', 'The request metadata specifies invalid video keywords.');
  if (!rules.categories.includes(categoryId))
    throw badRequest('invalidCategoryId', 'The snippet.categoryId property specifies an invalid category ID.');
  if (!['public', 'unlisted', 'private'].includes(privacyStatus))
    throw badRequest('invalidVideoMetadata', `Invalid value at 'video.status.privacy_status': ${privacyStatus}`);
  if (status['publishAt'] !== undefined && privacyStatus !== 'private')
    throw badRequest('invalidPublishAt', 'The request metadata specifies an invalid scheduled publishing time.');
  return {
    channel: person.channel,
    title,
    description,
    tags,
    categoryId,
    privacyStatus: person.forcedPrivate ? 'private' : privacyStatus,
    madeForKids: status['selfDeclaredMadeForKids'] === true,
    license: text(status['license']) || 'youtube',
    embeddable: status['embeddable'] !== false,
  };
}

function onlyKnown(value: Json, names: readonly string[], path: string): void {
  const strange = Object.keys(value).find((each) => !names.includes(each));
  if (strange !== undefined) throw unknownName(strange, path);
}

function unknownName(name: string, path: string): ApiError {
  return new ApiError(400, 'badRequest', {
    message: `Invalid JSON payload received. Unknown name "${name}" at '${path}': Cannot find field.`,
    domain: 'global',
  });
}

import { isJson, parseJson, text } from '../json.ts';

/** A requested story, with Medium's defaults filled in. */
export type Story = {
  title: string;
  contentFormat: 'html' | 'markdown';
  content: string;
  tags: string[];
  canonicalUrl: string;
  publishStatus: 'public' | 'draft' | 'unlisted';
  license: string;
};

const licenses = [
  'all-rights-reserved',
  'cc-40-by',
  'cc-40-by-sa',
  'cc-40-by-nd',
  'cc-40-by-nc',
  'cc-40-by-nc-nd',
  'cc-40-by-nc-sa',
  'cc-40-zero',
  'public-domain',
];
const fields = [
  'title',
  'contentFormat',
  'content',
  'tags',
  'canonicalUrl',
  'publishStatus',
  'license',
  'notifyFollowers',
];

/** The story of a request body, or its fault. Only the first three tags of at most 25 characters count. */
export function checkStory(body: string): Story | { error: string; code: number } {
  const value = parseJson(body);
  if (!isJson(value)) return { error: 'The body is not valid JSON.', code: 2002 };
  const unknown = Object.keys(value).find((each) => !fields.includes(each));
  if (unknown !== undefined) return { error: `Field "${unknown}" is unknown (sandbox).`, code: 2002 };
  const title = text(value['title']);
  const content = text(value['content']);
  const contentFormat = value['contentFormat'];
  const publishStatus = value['publishStatus'] ?? 'public';
  const license = value['license'] ?? 'all-rights-reserved';
  const tags = value['tags'] ?? [];
  if (!title) return { error: 'The title is required.', code: 2003 };
  if (contentFormat !== 'html' && contentFormat !== 'markdown')
    return { error: 'The contentFormat must be "html" or "markdown".', code: 2004 };
  if (!content) return { error: 'The content is required.', code: 2003 };
  if (publishStatus !== 'public' && publishStatus !== 'draft' && publishStatus !== 'unlisted')
    return { error: 'The publishStatus must be "public", "draft" or "unlisted".', code: 2004 };
  if (typeof license !== 'string' || !licenses.includes(license))
    return { error: 'The license is unknown.', code: 2004 };
  if (!Array.isArray(tags) || tags.some((each) => typeof each !== 'string'))
    return { error: 'The tags must be a list of strings.', code: 2004 };
  if ('notifyFollowers' in value && typeof value['notifyFollowers'] !== 'boolean')
    return { error: 'notifyFollowers must be a boolean.', code: 2004 };
  return {
    title,
    contentFormat,
    content,
    tags: tags
      .map(text)
      .filter((each) => each.length <= 25)
      .slice(0, 3),
    canonicalUrl: text(value['canonicalUrl']),
    publishStatus,
    license,
  };
}

/**
 * The tags of a comma-separated list, each once, without surrounding spaces and without a leading #: `'#Sale, summer,'
 * -> ['Sale', 'summer']`.
 */
export function tagsOf(list: string): string[] {
  const tags = list.split(',').map((tag) => tag.trim().replace(/^#+/, '').trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

const names: Readonly<Record<string, string>> = {
  embedded: 'Built-in collection',
  openverse: 'Openverse',
  pexels: 'Pexels',
  pixabay: 'Pixabay',
  unsplash: 'Unsplash',
  'google-fonts': 'Google Fonts',
  jamendo: 'Jamendo',
  imgflip: 'Imgflip',
  youtube: 'YouTube',
};

/** A source's name for people: `'google-fonts' -> 'Google Fonts'`; an unknown one keeps its id. */
export const sourceName = (source: string): string => names[source] ?? source;

/** The credit of a work: 'Ana Lima, Pexels'; the source alone if it is the author, or names none. */
export function authorAndSource({ author, source }: { author: string; source: string }): string {
  const name = sourceName(source);
  return author === '' || author === name ? name : `${author}, ${name}`;
}

/**
 * A caption with credits as its last lines, those that do not stand in it yet:
 * `('Spring', ['Photo by Ana on Pexels']) -> 'Spring\nPhoto by Ana on Pexels'`.
 */
export const withCredits = (description: string, credits: readonly string[]): string =>
  [description, ...credits.filter((line) => !description.includes(line))].filter((line) => line !== '').join('\n');

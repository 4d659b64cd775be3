import list from './personas.json' with { type: 'json' };

/** The tasks that let a person post to a page: those of classic pages, and of pages in the new experience. */
const postingTasks = ['CREATE_CONTENT', 'PROFILE_PLUS_CREATE_CONTENT', 'PROFILE_PLUS_FULL_CONTROL'];

/** Whether a person with these tasks may post to the page. */
export const mayPost = ({ tasks }: Page): boolean => tasks.some((each) => postingTasks.includes(each));

/** A page of one person, with the person's tasks there. */
export type Page = { id: string; name: string; username: string; category: string; tasks: string[] };

/** A group of one person. */
export type Group = { id: string; name: string; administrator: boolean };

/** A person with pages and groups. `groupsGone` answers requests for groups as Facebook does today. */
export type Person = { id: string; name: string; note: string; groupsGone: boolean; pages: Page[]; groups: Group[] };

/** The people on the consent page. */
export const people: readonly Person[] = list.map(({ many, ...person }) => ({
  ...person,
  pages: withRepeat([...person.pages, ...Array.from({ length: many.pages }, (_, n) => manyPage(n + 1))]),
  groups: [...person.groups, ...Array.from({ length: many.groups }, (_, n) => manyGroup(n + 1))],
}));

const pages = new Map(people.flatMap((person) => person.pages).map((page) => [page.id, page]));
const groups = new Map(people.flatMap((person) => person.groups).map((group) => [group.id, group]));

/** The page of an id or a username, whichever person has it. */
export function findPage(name: string): Page | undefined {
  return pages.get(name) ?? [...pages.values()].find((each) => each.username !== '' && each.username === name);
}

/** The group of an id. */
export function findGroup(id: string): Group | undefined {
  return groups.get(id);
}

/** The person of an id. */
export function findPerson(id: string): Person | undefined {
  return people.find((each) => each.id === id);
}

function manyPage(n: number): Page {
  const number = String(n).padStart(3, '0');
  return {
    id: `1002003004100${number}`,
    name: `Branch ${number}`,
    username: '',
    category: 'Local business',
    tasks: n % 2 === 0 ? ['PROFILE_PLUS_FULL_CONTROL'] : ['ANALYZE', 'CREATE_CONTENT', 'MODERATE', 'MANAGE'],
  };
}

function manyGroup(n: number): Group {
  const number = String(n).padStart(3, '0');
  return { id: `2003004005100${number}`, name: `Neighbours ${number}`, administrator: n % 3 === 0 };
}

/**
 * A person who has a page both personally and through a business gets it twice in long lists: the first page is
 * repeated as the 26th.
 */
function withRepeat(all: Page[]): Page[] {
  const [first] = all;
  return first && all.length > 30 ? [...all.slice(0, 25), first, ...all.slice(25)] : all;
}

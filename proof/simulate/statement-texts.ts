/** What a statement's text says about it. */

const writes = /\binsert into\b|\bdelete from\b|(?<!for |no key )\bupdate (?!of\b|skip\b|nowait\b)\w+/;
/** Whether a text notifies the listeners. */
export const notifies = /pg_notify|insert into deliveries/;
const writesOf = new Map<string, boolean>();

/** Whether a text changes rows. */
export function isWriting(text: string): boolean {
  const known = writesOf.get(text);
  if (known !== undefined) return known;
  const found = writes.test(text);
  writesOf.set(text, found);
  return found;
}

/** A text's name in a trace. */
export const firstWords = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60);

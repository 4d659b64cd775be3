/**
 * The answers of the sandbox's AI: deterministic by the request, so that a test and a person see the same words each
 * time.
 */
import { createHash } from 'node:crypto';
import { isJson, parseJson, text } from '../json.ts';
import openings from './openings.json' with { type: 'json' };

/** A request to the AI; `picture` is a data URL, '' for none. */
export type Question = { instructions: string; words: string; picture: string };

/** The answer's content: JSON as the instructions require. */
export function answerFor(question: Question): string {
  const { instructions, words } = question;
  if (words.includes('sandbox-ai-nonsense')) return 'Sure! Here is your caption.';
  const count = Number(/\bWrite (\d+) different posts/.exec(instructions)?.[1] ?? (/three/.test(instructions) ? 3 : 1));
  const texts = Array.from({ length: count }, (_, at) => ({ title: `Idea ${at + 1}`, text: oneText(question, at) }));
  return JSON.stringify({ texts });
}

function oneText({ instructions, words, picture }: Question, at: number): string {
  const subject = subjectOf(words);
  if (words.includes('sandbox-ai-long')) return `${subject} `.repeat(2000).trim();
  if (words.includes('sandbox-ai-html')) return `<b>Bold</b><script>alert(1)</script> & plain ${at + 1}`;
  if (instructions.includes('hashtags')) return tagsOf(subject);
  if (instructions.includes('cannot see it'))
    return `A picture in the colours of ${numberOf(picture)}, seen by the sandbox.`;
  const opening = openings[(numberOf(words + picture) + at) % openings.length] ?? '';
  return `${opening} ${subject === '' ? `picture ${numberOf(picture)}` : subject}`;
}

/** The first words of what the person has written. */
function subjectOf(words: string): string {
  const asked = parseJson(words);
  const material = isJson(asked) && isJson(asked['material']) ? asked['material'] : {};
  const wish = isJson(asked) ? text(asked['wish']) : '';
  const said = [text(material['text']), text(material['brief']), wish, text(material['title'])].find(
    (each) => each !== '',
  );
  return (said ?? '').split(/\s+/).slice(0, 12).join(' ');
}

const tagsOf = (subject: string): string =>
  [
    ...new Set([
      ...subject
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word.length > 3),
      'sandbox',
      'today',
    ]),
  ]
    .slice(0, 8)
    .map((word) => `#${word}`)
    .join(' ');

const numberOf = (words: string): number => createHash('sha256').update(words).digest().readUInt16BE(0);

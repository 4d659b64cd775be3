/** deploy/Dockerfile as Docker reads it, without Docker: its stages, and the files that its context consists of. */
import { readFileSync } from 'node:fs';
import { projectDir } from './source-files.ts';

const read = (name: string): string => readFileSync(`${projectDir}deploy/${name}`, 'utf8');

/** One instruction: `RUN`, and what follows it. */
export type Instruction = { word: string; rest: string };
/** One stage: the image it begins with, its name, and its steps. */
export type Stage = { base: string; name: string | null; steps: Instruction[] };

/** The stages of a Dockerfile. Throws for what this reader does not know. */
export function stagesOf(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.*[^\\])$/.exec(line) ?? [];
    const [, base, name = null] = word === 'FROM' ? (/^(\S+)(?: AS (\w+))?$/.exec(rest) ?? []) : [];
    if (base !== undefined) stages.push({ base, name, steps: [] });
    else if (['ARG', 'COPY', 'CMD', 'ENV', 'RUN', 'USER', 'WORKDIR'].includes(word) && stages.length > 0)
      stages.at(-1)?.steps.push({ word, rest });
    else throw new Error(`not read: ${line}`);
  }
  return stages;
}

/** The stages of deploy/Dockerfile. */
export const productStages = (): Stage[] => stagesOf(read('Dockerfile'));

/** A pattern as Docker means it: unlike a shell's, its `*` also stands for a name that begins with a point. */
function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    return part === '*' ? '[^/]*' : part.replaceAll('.', String.raw`\.`);
  });
  return new RegExp(`^${parts.join('')}$`);
}

const patterns = read('Dockerfile.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ keeps: line.startsWith('!'), expression: expressionOf(line.replace(/^!/, '')) }));

/** Whether Docker copies a file: of the patterns that match it or a folder of it, the last one decides. */
export function isInContext(path: string): boolean {
  const parts = path.split('/');
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return patterns.findLast(({ expression }) => paths.some((each) => expression.test(each)))?.keeps ?? true;
}

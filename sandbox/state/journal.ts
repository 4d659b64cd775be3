import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isJson, parseJson } from '../json.ts';
import type { Change } from './model.ts';

/** The fields of each kind of line beside its kind. */
const members: Readonly<Record<Change['kind'], readonly string[]>> = {
  reset: [],
  bots: ['bots'],
  chats: ['chats'],
  sites: ['sites'],
  writers: ['writers'],
  post: ['post'],
  attachment: ['attachment'],
  tag: ['tag'],
  mail: ['mail'],
  row: ['table', 'id', 'value'],
};

/**
 * Changes as JSON lines, appended. Waiting changes are written together, and `append` resolves afterwards, so an
 * answered request survives a crash without a write of its own.
 */
export class Journal {
  #file: FileHandle | undefined;
  #waiting: string[] = [];
  #flush: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  /**
   * Opens (or creates) the file and reads it. A last line cut by a crash is dropped. Without a path nothing is stored.
   */
  async open(path: string | undefined): Promise<Change[]> {
    if (path === undefined) return [];
    await mkdir(dirname(path), { recursive: true });
    const held = await readFile(path, 'utf8').catch(() => '');
    const whole = held.slice(0, held.lastIndexOf('\n') + 1);
    this.#file = await open(path, 'a');
    if (whole.length < held.length) await this.#file.truncate(Buffer.byteLength(whole));
    return whole.split('\n').map(parseJson).filter(isChange);
  }

  /** Resolves when the change is in the file (at once without one). */
  append(change: Change): Promise<void> {
    if (!this.#file) return Promise.resolve();
    this.#waiting.push(`${JSON.stringify(change)}\n`);
    const file = this.#file;
    this.#flush ??= this.#last = this.#last.then(() => this.#write(file));
    return this.#flush;
  }

  /** Writes the waiting changes and closes the file. */
  async close(): Promise<void> {
    await this.#last;
    await this.#file?.close();
    this.#file = undefined;
  }

  async #write(file: FileHandle): Promise<void> {
    // One turn of the loop lets the requests of this tick share the write.
    await new Promise((resolve) => setImmediate(resolve));
    const lines = this.#waiting.join('');
    this.#waiting = [];
    this.#flush = undefined;
    await file.write(lines);
  }
}

const isKind = (word: unknown): word is Change['kind'] => typeof word === 'string' && Object.hasOwn(members, word);

/** Only the journal writes these lines, so the content of a field is not checked. */
function isChange(value: unknown): value is Change {
  return isJson(value) && isKind(value['kind']) && members[value['kind']].every((name) => Object.hasOwn(value, name));
}

import { useEffect, useRef } from 'react';
import { CallError } from '../../../../api/call.ts';
import { givenUp } from '../../../../api/send-file.ts';
import { refusalOf, sendPostFile } from '../../../../parts/uploads/post-file.ts';
import { blankRow, type Row } from './rows.ts';

/** How many files upload in parallel; more would only share the same bandwidth. */
const atOnce = 3;

type Means = {
  add: (rows: readonly Row[]) => readonly Row[];
  /** The row that takes the file. */ key: string | undefined;
};

/** Uploads the files of rows: dropped ones become rows, a chosen one belongs to its row. */
export function useRowFiles(patch: (key: string, part: Partial<Row>) => void) {
  const queue = useRef<{ key: string; file: File }[]>([]);
  const running = useRef(new Set<AbortController>());
  useEffect(() => {
    const controllers = running.current;
    return () => controllers.forEach((controller) => controller.abort(givenUp));
  }, []);

  const next = async (): Promise<void> => {
    const entry = running.current.size < atOnce ? queue.current.shift() : undefined;
    if (entry === undefined) return;
    const controller = new AbortController();
    running.current.add(controller);
    void next();
    patch(entry.key, await sent(entry.file, controller.signal, (share) => patch(entry.key, { share })));
    running.current.delete(controller);
    void next();
  };
  return {
    send: (files: readonly File[], { add, key }: Means & { patch: unknown }) => {
      const [first] = files;
      if (key !== undefined && first) {
        patch(key, { share: 0, problem: '' });
        queue.current.push({ key, file: first });
      } else {
        const rows = add(files.map(() => blankRow({ share: 0 })));
        rows.forEach((row, index) => {
          const file = files[index];
          if (file) queue.current.push({ key: row.key, file });
        });
      }
      void next();
    },
  };
}

/** Uploads a file into the library; what becomes of its row. */
async function sent(file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<Partial<Row>> {
  const refusal = refusalOf(file);
  if (refusal !== null) return { share: null, problem: `${file.name}: ${refusal}` };
  try {
    const reply = await sendPostFile(file, { signal, onProgress });
    return reply === null ? { share: null } : { share: null, file: reply };
  } catch (error) {
    if (signal.aborted) return { share: null };
    if (!(error instanceof CallError)) throw error;
    return { share: null, problem: `${file.name}: ${error.message}` };
  }
}

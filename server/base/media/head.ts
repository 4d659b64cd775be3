import { open } from 'node:fs/promises';
import { sniffBytes } from '#rules/uploads.ts';

/** The first bytes of a file on disk, enough to detect its kind. */
export async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

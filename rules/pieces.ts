/** Uploads in pieces: how files are split, and how long arrived pieces are kept. */

/** The length of every piece but the last, bytes; a file that is not larger is one piece. */
export const pieceBytes = 4_000_000;

/** How long the pieces of an upload are kept, hours. */
export const keptHours = 24;

/** The most unfinished uploads of one agency. */
export const mostOpen = 50;

/** The number of pieces of a file with a size in bytes. */
export const pieceCount = (sizeBytes: number): number => Math.ceil(sizeBytes / pieceBytes);

/** The range of a piece in its file, bytes: from its first byte to the one after its last. */
export const pieceAt = (number: number, sizeBytes: number): { from: number; to: number } => ({
  from: number * pieceBytes,
  to: Math.min((number + 1) * pieceBytes, sizeBytes),
});

/** The number of bytes in these pieces of a file. */
export const bytesOfPieces = (numbers: readonly number[], sizeBytes: number): number =>
  numbers.reduce((sum, number) => {
    const { from, to } = pieceAt(number, sizeBytes);
    return sum + Math.max(0, to - from);
  }, 0);

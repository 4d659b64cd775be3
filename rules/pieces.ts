/** Files that come in pieces: how they are cut, and for how long what has arrived is kept. */

/** The length of every piece but the last, bytes; what is not larger comes as one. */
export const pieceBytes = 4_000_000;

/** How long the pieces of a file are kept, hours. */
export const keptHours = 24;

/** How many files of one agency may be under way in pieces. */
export const mostOpen = 50;

/** How many pieces a file of so many bytes has. */
export const pieceCount = (sizeBytes: number): number => Math.ceil(sizeBytes / pieceBytes);

/** Where a piece lies in its file, bytes: from its first byte to the one behind its last. */
export const pieceAt = (number: number, sizeBytes: number): { from: number; to: number } => ({
  from: number * pieceBytes,
  to: Math.min((number + 1) * pieceBytes, sizeBytes),
});

/** How many bytes of a file these pieces are. */
export const bytesOfPieces = (numbers: readonly number[], sizeBytes: number): number =>
  numbers.reduce((sum, number) => {
    const { from, to } = pieceAt(number, sizeBytes);
    return sum + Math.max(0, to - from);
  }, 0);

/** Answers as they were before compression. We ask for none, yet some firewalls and caches compress whatever passes. */

import { PassThrough, type Transform } from 'node:stream';
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzipSync,
  inflateSync,
} from 'node:zlib';
import { OutboundFailure } from './failures.ts';

const codingOf = (header: string | undefined): string => header?.trim().toLowerCase() ?? 'identity';

/**
 * The bytes of an answer in hand; a coding we do not know leaves them as they are. Fails where they come to more than
 * `maxBytes`.
 */
export function decodeBytes(bytes: Buffer, coding: string | undefined, maxBytes: number): Buffer {
  try {
    const options = { maxOutputLength: maxBytes };
    switch (codingOf(coding)) {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, options);
      case 'deflate':
        return inflateSync(bytes, options);
      case 'br':
        return brotliDecompressSync(bytes, options);
      default:
        return bytes;
    }
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new OutboundFailure(isTooLarge ? 'REPLY_TOO_LARGE' : 'UNREADABLE', error);
  }
}

/** The same as a stream. Whoever reads it counts: it ends nowhere by itself. Throws for a coding we do not know. */
export function decoderOf(coding: string | undefined): Transform {
  switch (codingOf(coding)) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    case 'identity':
    case '':
      return new PassThrough();
    default:
      throw new OutboundFailure('UNREADABLE');
  }
}

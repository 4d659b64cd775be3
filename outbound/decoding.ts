/** Decompresses answers. We request no compression, but some firewalls and caches compress everything. */

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

/** Decompresses an answer in memory; an unknown coding leaves it as it is. Fails if the result exceeds `maxBytes`. */
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

/** A decompressing stream, without a limit: the reader must count its bytes. Throws for an unknown coding. */
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

/** Reads the words of a PDF with embedded fonts, for tests. */
import { constants, inflateSync } from 'node:zlib';

/** The contents of a PDF's streams, decompressed. */
function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body = '']) => {
    try {
      // A last byte that is a carriage return is taken for the end of the line; only the checksum misses it.
      const finishFlush = constants.Z_SYNC_FLUSH;
      return [inflateSync(Buffer.from(body, 'latin1'), { finishFlush }).toString('latin1')];
    } catch {
      return []; // a picture or a font of another kind
    }
  });
}

const charsOf = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The text that each glyph of a font stands for; ISO 32000-1, 9.10.3. */
function glyphsOf(map: string): Map<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, from = '', to = '', list = ''] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g))
    [...list.matchAll(/<(\w+)>/g)].forEach(([, hex = ''], at) => {
      const glyph = Number.parseInt(from, 16) + at;
      if (glyph <= Number.parseInt(to, 16)) glyphs.set(glyph.toString(16).padStart(4, '0'), charsOf(hex));
    });
  return glyphs;
}

/** Every text drawn in a PDF as each of its fonts reads it, one per line; the right reading is among them. */
export function wordsOfPdf(pdf: Buffer): string {
  const streams = streamsOf(pdf);
  const fonts = streams.filter((stream) => stream.includes('begincmap')).map(glyphsOf);
  const drawn = streams.flatMap((stream) =>
    [...stream.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) =>
      [...parts.matchAll(/<(\w*)>/g)].map(([, hex = '']) => hex).join(''),
    ),
  );
  return drawn
    .flatMap((hex) =>
      fonts.map((glyphs) => (hex.match(/\w{4}/g) ?? []).map((glyph) => glyphs.get(glyph) ?? '').join('')),
    )
    .join('\n');
}

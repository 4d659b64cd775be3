/** The picture of a video as its file describes it, and the ffmpeg filters that make it plain: square pixels, SDR. */

/**
 * `pixelRatio` is a pixel's width divided by its height. `transfer` and `matrix` are ffmpeg's names; null if the file
 * does not say.
 */
export type VideoPicture = { pixelRatio: number; transfer: string | null; matrix: string | null };

/** Reads ffmpeg's report of an input; a file that says nothing has square pixels. */
export function videoPictureIn(said: string): VideoPicture {
  const [input = ''] = said.split(/^Output #0/m);
  // Line by line, since a file's own texts are in the report too.
  const found = input.split('\n').find((each) => /^ +Stream #0:\d/.test(each) && each.includes(': Video: ')) ?? '';
  const line = found.slice(found.indexOf(': Video: '));
  const [, wide = '1', high = '1'] = /\[?SAR (\d+):(\d+)/.exec(line) ?? [];
  const colours = /, (?:yuv|gbr|rgb|gray|nv|p0)\w*\(([^)]*)\)/.exec(line)?.[1]?.split(', ') ?? [];
  const tagged = colours.find((each) => /^(?:bt|smpte|fcc|gbr|unknown|reserved|ycgco|iec|arib)/.test(each));
  const [matrix = null, , transfer = matrix] = tagged?.split('/') ?? [];
  return {
    pixelRatio: Number(wide) > 0 && Number(high) > 0 ? Number(wide) / Number(high) : 1,
    transfer: known(transfer),
    matrix: known(matrix),
  };
}

const known = (name: string | null): string | null =>
  name === null || /^(?:unknown|reserved)/.test(name) ? null : name;

/** Whether a video is HDR: HLG or PQ (ITU-R BT.2100). */
export const isHdr = ({ transfer }: VideoPicture): boolean => transfer === 'arib-std-b67' || transfer === 'smpte2084';

/** The size of a picture with square pixels: the shorter direction grows, so that no detail is lost. */
export function squareSize(size: { width: number; height: number }, pixelRatio: number) {
  return {
    width: Math.round(size.width * Math.max(1, pixelRatio)),
    height: Math.round(size.height * Math.max(1, 1 / pixelRatio)),
  };
}

/** Makes pixels square. The ratio is read from the frame, since a rotated video has the other one. */
export const squareFilters = ({ pixelRatio }: VideoPicture): string[] =>
  pixelRatio === 1 ? [] : ["scale=w='iw*if(gt(sar,0),max(1,sar),1)':h='ih*if(gt(sar,0),max(1,1/sar),1)'", 'setsar=1'];

/**
 * Converts to BT.709 in the range of television. HDR is tone-mapped with white at 203 cd/m² (ITU-R BT.2408): up to
 * 80 % of it colours stay as they are. A video that names no matrix has the one that Chromium assumes: BT.601 below
 * 720 lines, BT.709 from there on, so that it looks the same everywhere.
 */
export function sdrFilters(picture: VideoPicture, height: number): string[] {
  if (isHdr(picture))
    return [
      'zscale=t=linear:npl=203',
      'format=gbrpf32le',
      'zscale=p=bt709',
      'tonemap=mobius:param=0.8:desat=0',
      'zscale=t=bt709:m=bt709:r=tv',
      'format=yuv420p',
    ];
  const from = picture.matrix === null ? `in_color_matrix=${height < 720 ? 'bt601' : 'bt709'}:` : '';
  return [`scale=${from}out_color_matrix=bt709:out_range=tv`];
}

/** Output options that say what such a video is. */
export const sdrTags = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'.split(' ');

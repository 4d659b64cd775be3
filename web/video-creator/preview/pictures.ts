/** Pictures, clips and emoji of the preview, by the names that a project uses. */
import { call } from '../../api/call.ts';
import { emojiIn, emojiPicture, textsOf, type Size, type VideoProject } from '#render/layout/index.ts';

type Loaded = { picture: HTMLImageElement | HTMLVideoElement; size: Size };

/** Whether a name could be loaded, so that a missing file is reported instead of shown as black. */
export type Missing = { file: string; kind: 'image' | 'video' };

/** Loads each thing that a project names once, and notifies when something has loaded. */
export class PictureShelf {
  readonly #loaded = new Map<string, Loaded>();
  readonly #asked = new Set<string>();
  readonly #missing = new Map<string, Missing>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Starts to load what is not loaded yet. */
  want(project: VideoProject): void {
    const { tiles, logo, watermark } = project;
    for (const { media } of tiles) {
      if (media.kind === 'image') this.#image(media.file, media.file);
      if (media.kind === 'video') this.#video(media.file);
    }
    for (const mark of [logo, watermark]) if (mark !== null) this.#image(mark.file, mark.file);
    const emoji = [...new Set(textsOf(project).flatMap(emojiIn))];
    const fresh = emoji.filter((grapheme) => !this.#asked.has(emojiPicture(grapheme))).slice(0, 500);
    if (fresh.length > 0) void this.#emoji(fresh);
  }

  sizeOf(name: string): Size | undefined {
    return this.#loaded.get(name)?.size;
  }

  pictureOf(name: string): HTMLImageElement | HTMLVideoElement | undefined {
    return this.#loaded.get(name)?.picture;
  }

  /** The clip with this name; undefined before its first frame is loaded. */
  clipOf(name: string): HTMLVideoElement | undefined {
    const picture = this.#loaded.get(name)?.picture;
    return picture instanceof HTMLVideoElement ? picture : undefined;
  }

  /** What could not be loaded. */
  get missing(): readonly Missing[] {
    return [...this.#missing.values()];
  }

  /** Releases the clips. */
  close(): void {
    for (const { picture } of this.#loaded.values()) {
      if (!(picture instanceof HTMLVideoElement)) continue;
      picture.pause();
      picture.removeAttribute('src');
      picture.load();
    }
    this.#loaded.clear();
  }

  #image(name: string, url: string): void {
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    const image = new Image();
    image.onload = () =>
      this.#take(name, { picture: image, size: { width: image.naturalWidth, height: image.naturalHeight } });
    image.onerror = () => this.#lack({ file: name, kind: 'image' });
    image.src = url;
  }

  #video(name: string): void {
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    const video = document.createElement('video');
    video.preload = 'auto';
    video.playsInline = true;
    video.onloadeddata = () =>
      this.#take(name, { picture: video, size: { width: video.videoWidth, height: video.videoHeight } });
    video.onseeked = () => this.#changed();
    video.onerror = () => this.#lack({ file: name, kind: 'video' });
    video.src = name;
    video.load();
  }

  async #emoji(graphemes: readonly string[]): Promise<void> {
    for (const grapheme of graphemes) this.#asked.add(emojiPicture(grapheme));
    try {
      const { data } = await call('fetch-emoji', { graphemes: [...graphemes] });
      for (const { grapheme, url } of data) {
        this.#asked.delete(emojiPicture(grapheme));
        this.#image(emojiPicture(grapheme), url);
      }
    } catch {
      // Requested again with the next change of a text.
      for (const grapheme of graphemes) this.#asked.delete(emojiPicture(grapheme));
    }
  }

  #take(name: string, loaded: Loaded): void {
    this.#loaded.set(name, loaded);
    this.#missing.delete(name);
    this.#changed();
  }

  #lack(missing: Missing): void {
    this.#missing.set(missing.file, missing);
    this.#changed();
  }
}

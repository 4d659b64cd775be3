/** The preview: what is on the stage at a time, and how it plays. */
import {
  captionFont,
  framesPerSecond,
  hintsOf,
  momentAt,
  stageOf,
  timelineOf,
  type Hint,
  type Tile,
  type Timeline,
  type VideoProject,
} from '#render/layout/index.ts';
import { FontShelf } from './fonts.ts';
import { contextOf, FramePainter } from './picture.ts';
import { PictureShelf, type Missing } from './pictures.ts';
import { PreviewSound } from './sound.ts';

/** What the controls show. `frame` and `frames` are at 30 per second; `slide` counts from 0. */
export type PreviewState = {
  frame: number;
  frames: number;
  slide: number;
  playing: boolean;
  missing: readonly Missing[];
  /** Incremented when pictures of slides have changed, for components that draw them elsewhere. */
  drawn: number;
  fontsFailed: boolean;
};

/** Draws a project on a canvas and plays it. */
export class Preview {
  readonly #fonts = new FontShelf();
  readonly #pictures = new PictureShelf(() => this.#refresh());
  readonly #sound = new PreviewSound();
  readonly #listeners = new Set<() => void>();
  readonly #painter: FramePainter;
  #project: VideoProject;
  #timeline: Timeline;
  #canvas: HTMLCanvasElement | null = null;
  #state: PreviewState;
  #clock: (() => number) | null = null;
  #run = 0;
  #queued = false;
  #volume = { level: 1, muted: false };

  constructor(project: VideoProject) {
    this.#project = project;
    this.#timeline = timelineOf(project.tiles);
    this.#painter = new FramePainter(project, { fonts: this.#fonts, pictures: this.#pictures });
    const { frames } = this.#timeline;
    this.#state = { frame: 0, frames, slide: 0, playing: false, missing: [], drawn: 0, fontsFailed: false };
    this.#load();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): PreviewState => this.#state;

  /** The canvas to draw on; null removes it. */
  readonly attach = (canvas: HTMLCanvasElement | null): void => {
    this.#canvas = canvas;
    this.#draw();
  };

  /** Shows another version; playback stops, because its sound differs. */
  setProject(project: VideoProject): void {
    if (project === this.#project) return;
    const { slide } = momentAt(this.#timeline, this.#state.frame);
    const own = this.#state.frame - (this.#timeline.slides[slide]?.start ?? 0);
    this.pause();
    this.#project = project;
    this.#timeline = timelineOf(project.tiles);
    this.#painter.setProject(project);
    const { frames, slides } = this.#timeline;
    const now = slides[slide];
    const frame = now === undefined ? 0 : now.start + Math.min(own, now.frames - 1);
    this.#set({ frames, frame: Math.min(frame, frames - 1) });
    this.#load();
    this.#refresh();
  }

  /** Goes to a frame. */
  seek(frame: number): void {
    const wasPlaying = this.#state.playing;
    this.pause();
    this.#show(frame);
    if (wasPlaying) void this.play();
  }

  /** Goes to the first frame in which a slide is fully visible: after its transition. */
  seekSlide(index: number): void {
    const slide = this.#timeline.slides[index];
    if (slide !== undefined) this.seek(slide.start + (slide.entry?.frames ?? 0));
  }

  async play(): Promise<void> {
    if (this.#state.playing) return;
    const from = this.#state.frame >= this.#timeline.frames - 1 ? 0 : this.#state.frame;
    const run = ++this.#run;
    this.#set({ playing: true, frame: from });
    const clock = await this.#sound.play(this.#project, this.#timeline, from / framesPerSecond);
    if (run !== this.#run) return;
    this.#clock = clock;
    const step = (): void => {
      if (run !== this.#run) return;
      const frame = from + Math.floor(clock() * framesPerSecond);
      if (frame >= this.#timeline.frames) {
        this.pause();
        this.#show(this.#timeline.frames - 1);
        return;
      }
      this.#show(frame);
      requestAnimationFrame(step);
    };
    step();
  }

  pause(): void {
    this.#run++;
    this.#clock = null;
    this.#sound.stop();
    for (const { media } of this.#project.tiles) if (media.kind === 'video') this.#pictures.clipOf(media.file)?.pause();
    if (this.#state.playing) this.#set({ playing: false });
  }

  setVolume(level: number, muted: boolean): void {
    this.#volume = { level, muted };
    this.#sound.setVolume(muted ? 0 : level);
    this.#steerClips();
  }

  /** What the person should know about a slide. */
  hintsOf(index: number): readonly Hint[] {
    const tile = this.#project.tiles[index];
    if (tile === undefined) return [];
    return hintsOf(this.#painter.layoutOf(tile), tile.textStyle, this.#painter.groundOf(tile));
  }

  /** Draws a slide small, for the strip. */
  drawSlide(canvas: HTMLCanvasElement, index: number): void {
    const tile = this.#project.tiles[index];
    const context = canvas.getContext('2d');
    if (tile === undefined || context === null) return;
    const stage = stageOf(this.#project.ratio);
    canvas.width = Math.round((canvas.height * stage.width) / stage.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.#painter.slide(tile).picture, 0, 0, canvas.width, canvas.height);
  }

  /** Draws a slide as it would look with other words or another look, once its font is loaded. */
  async drawOther(canvas: HTMLCanvasElement, tile: Tile): Promise<void> {
    await this.#fonts.open([{ text: tile.text, wish: tile.textStyle }]);
    const stage = stageOf(this.#project.ratio);
    canvas.width = Math.round((canvas.height * stage.width) / stage.height);
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.#painter.other(tile).picture, 0, 0, canvas.width, canvas.height);
  }

  close(): void {
    this.pause();
    this.#sound.close();
    this.#pictures.close();
  }

  #load(): void {
    this.#pictures.want(this.#project);
    const { tiles, captions } = this.#project;
    const texts = tiles.filter(({ text }) => text.trim() !== '').map(({ text, textStyle: wish }) => ({ text, wish }));
    const wish = { font: captionFont, bold: false, italic: false };
    const spoken = captions ? tiles.map(({ speech }) => ({ text: speech?.words ?? '', wish })) : [];
    this.#fonts.open([...texts, ...spoken]).then(
      () => {
        this.#set({ fontsFailed: false });
        this.#refresh();
      },
      () => this.#set({ fontsFailed: true }),
    );
  }

  /** Redraws what loaded pictures and fonts have changed, once for all that load together. */
  #refresh(): void {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      this.#painter.forget();
      this.#set({ missing: this.#pictures.missing, drawn: this.#state.drawn + 1 });
      this.#draw();
    });
  }

  #show(frame: number): void {
    const inside = Math.max(0, Math.min(this.#timeline.frames - 1, Math.floor(frame)));
    this.#set({ frame: inside, slide: momentAt(this.#timeline, inside).slide });
    this.#steerClips();
    this.#draw();
  }

  #draw(): void {
    const canvas = this.#canvas;
    if (canvas === null) return;
    const stage = stageOf(this.#project.ratio);
    if (canvas.width !== stage.width || canvas.height !== stage.height) Object.assign(canvas, stage);
    this.#painter.paint(contextOf(canvas), momentAt(this.#timeline, this.#state.frame));
  }

  /** Plays the clip of the current slide from its position, and pauses all others. */
  #steerClips(): void {
    const { slide, frame } = momentAt(this.#timeline, this.#state.frame);
    const current = this.#project.tiles[slide]?.media;
    for (const { media } of this.#project.tiles) {
      const clip = media.kind === 'video' ? this.#pictures.clipOf(media.file) : undefined;
      if (media.kind !== 'video' || clip === undefined) continue;
      if (current?.kind !== 'video' || current.file !== media.file) {
        clip.pause();
        continue;
      }
      const at = Math.min(current.startSeconds + frame / framesPerSecond, Math.max(0, clip.duration - 0.05));
      const { level, muted } = this.#volume;
      clip.volume = level * current.volume;
      clip.muted = muted || clip.volume === 0;
      const plays = this.#state.playing && this.#clock !== null;
      if (Math.abs(clip.currentTime - at) > (plays ? 0.25 : 0.02)) clip.currentTime = at;
      if (plays && clip.paused && at < clip.duration - 0.1) clip.play().catch(() => undefined); // paused again
      if (!plays) clip.pause();
    }
  }

  #set(values: Partial<PreviewState>): void {
    this.#state = { ...this.#state, ...values };
    for (const listener of this.#listeners) listener();
  }
}

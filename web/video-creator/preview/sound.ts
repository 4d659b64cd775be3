/** The sound of the preview: speech at its slides and music throughout, at the volumes of the video. */
import { framesPerSecond, type Timeline, type VideoProject } from '#render/layout/index.ts';

/** How much the music is lowered during speech, as in the renderer (about 12 dB). */
const ducked = 0.25;
/** Seconds in which the music is lowered and restored. */
const [downSeconds, upSeconds, fadeSeconds] = [0.05, 0.5, 1.5];

type Speech = { url: string; from: number; seconds: number };

/** Plays the sounds of a project and provides the clock. */
export class PreviewSound {
  #context: AudioContext | null = null;
  #master: GainNode | null = null;
  #music: { element: HTMLAudioElement; gain: GainNode; url: string } | null = null;
  readonly #buffers = new Map<string, Promise<AudioBuffer | null>>();
  #playing: AudioBufferSourceNode[] = [];
  #volume = 1;

  /** 0 is silence. */
  setVolume(volume: number): void {
    this.#volume = volume;
    if (this.#master !== null) this.#master.gain.value = volume;
  }

  /**
   * Starts at a second of the whole. Returns a clock of the seconds since then: the sound card's, or the computer's
   * without one.
   */
  async play(project: VideoProject, timeline: Timeline, at: number): Promise<() => number> {
    const context = this.#opened();
    // A computer without a sound device may never answer.
    await Promise.race([context.resume().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 300))]);
    const speeches = speechesOf(project, timeline);
    const wanted = speeches.filter(({ from, seconds }) => from + seconds > at);
    const buffers = await Promise.all(wanted.map(({ url }) => this.#bufferOf(context, url)));
    const startedAt = context.currentTime;
    for (const [index, { from }] of wanted.entries()) {
      const buffer = buffers[index];
      if (!buffer || this.#master === null) continue;
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(this.#master);
      source.start(startedAt + Math.max(0, from - at), Math.max(0, at - from));
      this.#playing.push(source);
    }
    this.#startMusic(project, { speeches, at, total: timeline.frames / framesPerSecond, startedAt });
    if (context.state === 'running') return () => context.currentTime - startedAt;
    const begun = performance.now();
    return () => (performance.now() - begun) / 1000;
  }

  stop(): void {
    for (const source of this.#playing) source.stop();
    this.#playing = [];
    this.#music?.element.pause();
  }

  close(): void {
    this.stop();
    void this.#context?.close();
    this.#context = null;
    this.#music = null;
  }

  #opened(): AudioContext {
    if (this.#context !== null) return this.#context;
    const context = new AudioContext();
    this.#master = new GainNode(context, { gain: this.#volume });
    this.#master.connect(context.destination);
    this.#context = context;
    return context;
  }

  #bufferOf(context: AudioContext, url: string): Promise<AudioBuffer | null> {
    const known = this.#buffers.get(url);
    if (known !== undefined) return known;
    const fresh = (async () => {
      try {
        return await context.decodeAudioData(await (await fetch(url)).arrayBuffer());
      } catch {
        this.#buffers.delete(url); // a slide without its speech plays on; the next try may load it
        return null;
      }
    })();
    this.#buffers.set(url, fresh);
    return fresh;
  }

  #startMusic(
    { music }: VideoProject,
    { speeches, at, total, startedAt }: { speeches: readonly Speech[]; at: number; total: number; startedAt: number },
  ): void {
    const [context, master] = [this.#context, this.#master];
    if (music === null || context === null || master === null) return;
    if (this.#music?.url !== music.file) {
      const element = new Audio(music.file);
      element.loop = true;
      const gain = new GainNode(context, { gain: music.volume });
      new MediaElementAudioSourceNode(context, { mediaElement: element }).connect(gain).connect(master);
      this.#music = { element, gain, url: music.file };
    }
    const { element, gain } = this.#music;
    const begin = (): void => {
      element.currentTime = Number.isFinite(element.duration) && element.duration > 0 ? at % element.duration : 0;
      element.play().catch(() => undefined); // stopped before it started, or a file that cannot be played
    };
    if (element.readyState > 0) begin();
    else element.addEventListener('loadedmetadata', begin, { once: true });
    const when = (second: number): number => Math.max(startedAt, startedAt + second - at);
    gain.gain.cancelScheduledValues(startedAt);
    const speaks = speeches.some(({ from, seconds }) => from <= at && from + seconds > at);
    gain.gain.setValueAtTime(speaks ? music.volume * ducked : music.volume, startedAt);
    for (const { from, seconds } of speeches.filter(({ from: begins, seconds: lasts }) => begins + lasts > at)) {
      gain.gain.setTargetAtTime(music.volume * ducked, when(from), downSeconds);
      gain.gain.setTargetAtTime(music.volume, when(from + seconds), upSeconds / 2);
    }
    const fade = Math.min(fadeSeconds, total / 3);
    gain.gain.setTargetAtTime(0, when(total - fade), fade / 3);
  }
}

function speechesOf({ tiles }: VideoProject, { slides }: Timeline): Speech[] {
  return tiles.flatMap(({ speech }, index) => {
    const start = slides[index]?.start;
    return speech === null || start === undefined
      ? []
      : [{ url: speech.file, from: start / framesPerSecond, seconds: speech.seconds }];
  });
}

/** Speech of slides: generated, then applied; for one slide, or for all with one voice. */
import { useRef, useState } from 'react';
import type { VideoTile } from '#contract/content/videos.ts';
import { call, CallError } from '../api/call.ts';
import { alertOops } from '../parts/dialogs/dialogs.ts';
import { notify } from '../parts/notices/notify.ts';
import { tilesOf } from './document.ts';
import { setEveryTile, setTile } from './edits.ts';
import { useEditor, useSnapshot } from './editor.ts';

/** The default language of slides. */
export const defaultLanguage = 'en-US';

/** A generated speech. */
type Made = Pick<VideoTile, 'tts_text' | 'tts_language' | 'tts_voice' | 'tts_gen' | 'tts_url' | 'tts_ms'>;

const used = ({ tts_url: audio, tts_ms: audioMs }: Made): Pick<VideoTile, 'audio' | 'audio_ms'> => ({
  audio,
  audio_ms: audioMs,
});

/** The progress of generating the speech of all slides. */
export type All = { done: number; count: number };

/** What the panel can do. */
export type SpeechActions = {
  busy: boolean;
  all: All | null;
  isForAll: boolean;
  generate: (tile: VideoTile, voice: string) => Promise<void>;
  use: (tile: VideoTile) => void;
  saveForAll: (tile: VideoTile, voice: string) => Promise<void>;
  clearAll: () => void;
  cancel: () => void;
  /** Generates the speech of every slide that has words, and applies it. */
  speakAll: (language: string, voice: string) => Promise<void>;
};

/** Generates and applies speech. */
export function useSpeech(): SpeechActions {
  const { store } = useEditor();
  const { document } = useSnapshot();
  const [busy, setBusy] = useState(false);
  const [all, setAll] = useState<All | null>(null);
  const stop = useRef<AbortController | null>(null);
  const spoken = tilesOf(document).filter((tile) => tile.text.trim() !== '' || tile.tts_text.trim() !== '');
  const isForAll = spoken.length > 0 && spoken.every(({ audio }) => audio !== '');

  /** Does one thing at a time, until it is cancelled; a failure is shown. */
  const doing = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    const controller = new AbortController();
    stop.current = controller;
    setBusy(true);
    try {
      await work(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      notify.danger(error.message);
    } finally {
      setBusy(false);
      setAll(null);
    }
  };

  const generate = (tile: VideoTile, voice: string): Promise<void> => {
    if (tile.tts_text.trim() === '') {
      alertOops('Please add text before generate TTS');
      return Promise.resolve();
    }
    return doing(async (signal) => {
      const clientId = store.snapshot().document.settings.client_id;
      const made = await speechOf(tile, { text: tile.tts_text, voice, clientId, signal });
      store.change(setTile(tile.id, made));
    });
  };

  const use = (tile: VideoTile): void => {
    store.change(setTile(tile.id, used(tile)));
    notify.success('TTS Applied Successfully');
  };

  const saveForAll = (from: VideoTile, voice: string): Promise<void> => {
    const tiles = tilesOf(store.snapshot().document);
    if (!from.tts_gen && from.audio === '') {
      alertOops("You don't have audio");
      return Promise.resolve();
    }
    const silent = tiles.findIndex((tile) => textOf(tile) === '');
    if (silent !== -1) {
      alertOops(`You don't have text for slide ${silent + 1}`);
      return Promise.resolve();
    }
    return speakEach(tiles, { language: from.tts_language, voice });
  };

  const speakAll = (language: string, voice: string): Promise<void> =>
    speakEach(
      tilesOf(store.snapshot().document).filter((tile) => textOf(tile) !== ''),
      { language, voice },
    );

  /** Generates the speech of slides one after the other; if one fails or it is cancelled, none of them has changed. */
  const speakEach = (
    tiles: readonly VideoTile[],
    { language, voice }: { language: string; voice: string },
  ): Promise<void> =>
    doing(async (signal) => {
      const clientId = store.snapshot().document.settings.client_id;
      const made = new Map<string, Made>();
      for (const [done, tile] of tiles.entries()) {
        setAll({ done, count: tiles.length });
        const wanted = { ...tile, tts_language: language };
        made.set(tile.id, await speechOf(wanted, { text: textOf(tile), voice, clientId, signal }));
      }
      // One step of the history for all of them.
      store.change(
        setEveryTile((tile) => {
          const own = made.get(tile.id);
          return own === undefined ? {} : { ...own, ...used(own) };
        }),
      );
      notify.success('TTS Applied Successfully');
    });

  return {
    busy,
    all,
    isForAll,
    generate,
    use,
    saveForAll,
    clearAll: () => store.change(setEveryTile(() => ({ audio: '', audio_ms: 0 }))),
    cancel: () => stop.current?.abort(),
    speakAll,
  };
}

const textOf = (tile: VideoTile): string => tile.tts_text.trim() || tile.text.trim();

async function speechOf(
  { tts_language: chosen }: VideoTile,
  { text, voice, clientId, signal }: { text: string; voice: string; clientId: string | null; signal: AbortSignal },
): Promise<Made> {
  const language = chosen || defaultLanguage;
  const { data } = await call(
    'generate-tts',
    { text, language_id: language, voice_id: voice, ...(clientId === null ? {} : { client_id: clientId }) },
    { signal },
  );
  return {
    tts_text: text,
    tts_language: language,
    tts_voice: voice,
    tts_gen: true,
    tts_url: data.file_url,
    tts_ms: data.duration_ms,
  };
}

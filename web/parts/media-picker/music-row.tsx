import { ActionIcon, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { lengthInWords } from './length.ts';
import styles from './media-picker.module.css';
import type { Choice } from './choice.ts';

/** What is playing on the page now: one piece at a time. */
let heard: HTMLAudioElement | null = null;

type State = 'silent' | 'loading' | 'playing' | 'broken';
const acts: Readonly<Record<State, string>> = {
  silent: 'Play',
  loading: 'Stop',
  playing: 'Stop',
  broken: 'Play again',
};

/** A piece of music: `seconds` is its length, `about` is the text below its title. */
export type Music = { title: string; url: string; seconds: number; about: string };

/** A piece of music that can be played before it is chosen. */
export function MusicRow({ result, onPick, isPicked, isTaking }: Choice<Music>) {
  const player = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<State>('silent');
  useEffect(() => {
    const own = player.current;
    return () => own?.pause();
  }, []);
  const toggle = () => {
    const own = player.current;
    if (own === null) return;
    if (state === 'playing' || state === 'loading') {
      own.pause();
      setState('silent');
      return;
    }
    if (heard !== own) heard?.pause();
    heard = own;
    setState('loading');
    // A press on Stop ends this with an AbortError, which is not a failure.
    own.play().catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setState('broken');
    });
  };
  const { title, about, seconds, url } = result;
  return (
    <div className={styles.music} data-picked={isPicked || undefined}>
      <ActionIcon variant="default" size={36} radius="xl" aria-label={`${acts[state]} ${title}`} onClick={toggle}>
        {state === 'loading' ? (
          <Loader size={16} />
        ) : (
          <Icon name={state === 'playing' ? 'player-pause' : 'player-play'} size={18} />
        )}
      </ActionIcon>
      <button type="button" data-result className={styles.row} onClick={onPick} disabled={isTaking}>
        <span>
          {title} <span className="nums">{lengthInWords(seconds)}</span>
        </span>
        <span className={styles.about} role={state === 'broken' ? 'alert' : undefined}>
          {state === 'broken' ? 'This piece could not be played.' : about}
        </span>
      </button>
      <audio
        ref={player}
        src={state === 'silent' ? undefined : url}
        preload="none"
        onPlaying={() => setState('playing')}
        onPause={() => setState('silent')}
        onEnded={() => setState('silent')}
        onError={() => setState(player.current?.src ? 'broken' : 'silent')}
      />
    </div>
  );
}

import { Loader } from '@mantine/core';
import { useState } from 'react';
import type { Found } from '#contract/content/stock.ts';
import { Icon } from '../icons/icon.tsx';
import { lengthInWords } from './length.ts';
import styles from './media-picker.module.css';
import type { Choice } from './choice.ts';

type Props = Choice<Found['image'] | Found['meme'] | Found['video']> & {
  picture: string;
  /** The video that plays in place of the picture on request. */ video?: string;
  seconds?: number;
};

/** A picture, or a video that can be played before it is chosen. */
export function PictureTile({ result, onPick, isPicked, isTaking, picture, video, seconds }: Props) {
  const [playing, setPlaying] = useState(false);
  const [broken, setBroken] = useState(false);
  const name = result.title === '' ? 'Without a title' : result.title;
  return (
    <div className={styles.tile} data-picked={isPicked || undefined}>
      <button
        type="button"
        data-result
        className={styles.choose}
        onClick={onPick}
        disabled={isTaking}
        aria-label={`${isPicked ? 'Chosen: ' : ''}${name}, by ${result.author}, ${result.licence}`}
        title={`${name} · ${result.author} · ${result.licence}`}
      >
        {playing && video !== undefined ? (
          <video src={video} poster={picture} muted loop autoPlay playsInline />
        ) : broken ? (
          <Icon name="photo-off" size={24} />
        ) : (
          <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
        )}
        {isTaking && (
          <span className={styles.over}>
            <Loader size={24} color="white" />
          </span>
        )}
        {isPicked && !isTaking && (
          <span className={styles.done}>
            <Icon name="check" size={16} />
          </span>
        )}
      </button>
      {video !== undefined && (
        <button
          type="button"
          className={styles.play}
          aria-label={playing ? `Stop ${name}` : `Play ${name}`}
          aria-pressed={playing}
          onClick={() => setPlaying(!playing)}
        >
          <Icon name={playing ? 'player-pause' : 'player-play'} size={16} />
          {seconds !== undefined && <span className="nums">{lengthInWords(seconds)}</span>}
        </button>
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import type { Found, SearchType } from '#contract/content/stock.ts';
import type { Choice } from './choice.ts';
import { FontRow } from './font-row.tsx';
import styles from './media-picker.module.css';
import { MusicRow } from './music-row.tsx';
import { PictureTile } from './picture-tile.tsx';
import { QuoteRow } from './quote-row.tsx';

type Draw = { readonly [Type in SearchType]: (choice: Choice<Found[Type]>) => ReactNode };

const draw: Draw = {
  image: (choice) => <PictureTile {...choice} picture={choice.result.thumb} />,
  meme: (choice) => <PictureTile {...choice} picture={choice.result.thumb} />,
  video: (choice) => (
    <PictureTile {...choice} picture={choice.result.image} video={choice.result.url} seconds={choice.result.seconds} />
  ),
  quote: (choice) => <QuoteRow {...choice} />,
  font: (choice) => <FontRow {...choice} />,
  music: ({ result, ...choice }) => (
    <MusicRow {...choice} result={{ ...result, about: `${result.author} · ${result.licence}` }} />
  ),
};

type Props<Type extends SearchType> = {
  type: Type;
  results: readonly Found[Type][];
  onPick: (result: Found[Type]) => void;
  picked: readonly string[];
  taking: string | null;
};

/** The results of a search: pictures in a grid, all other kinds in a list. */
export function Results<Type extends SearchType>({ type, results, onPick, picked, taking }: Props<Type>) {
  const drawOne: (choice: Choice<Found[Type]>) => ReactNode = draw[type];
  const isGrid = type === 'image' || type === 'video' || type === 'meme';
  return (
    <ul className={isGrid ? styles.grid : styles.rows}>
      {results.map((result) => (
        <li key={`${result.source} ${result.id}`}>
          {drawOne({
            result,
            onPick: () => onPick(result),
            isPicked: picked.includes(result.id),
            isTaking: taking === result.id,
          })}
        </li>
      ))}
    </ul>
  );
}

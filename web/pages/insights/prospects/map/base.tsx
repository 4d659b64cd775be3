import { useQuery } from '@tanstack/react-query';
import type { Data } from '#contract/index.ts';
import styles from './map.module.css';
import type { Size, View } from './mercator.ts';
import { pathsOf } from './outlines.ts';
import { readOutlines } from './read-outlines.ts';
import { tilePx, tilesOf } from './tiles.ts';

/** Map tiles that the operator has configured; null for none. */
export type Tiles = Data<'fetch-finder'>['tiles'];

type Props = { view: View; size: Size };

/** The background of the pins: the operator's tiles, or the outlines of countries that come with the product. */
export function Base({ tiles, ...shown }: Props & { tiles: Tiles }) {
  return tiles === null ? <Outlines {...shown} /> : <Pictures url={tiles.url} {...shown} />;
}

function Pictures({ url, view, size }: Props & { url: string }) {
  return (
    <div className={styles.base} aria-hidden="true">
      {tilesOf(url, view, size).map(({ url: address, at }) => (
        <img
          key={`${address} ${Math.round(at.x)}`}
          src={address}
          alt=""
          width={tilePx}
          height={tilePx}
          draggable={false}
          style={{ transform: `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)` }}
        />
      ))}
    </div>
  );
}

function Outlines({ view, size }: Props) {
  const { data } = useQuery({
    queryKey: ['outlines of the world'],
    queryFn: ({ signal }) => readOutlines(signal),
    staleTime: Infinity,
  });
  return (
    <svg className={styles.base} width={size.width} height={size.height} aria-hidden="true">
      {data && pathsOf(data, view, size).map((d) => <path key={d} d={d} fillRule="evenodd" />)}
    </svg>
  );
}

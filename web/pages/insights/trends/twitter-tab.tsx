import { useState } from 'react';
import { figure } from './figures.ts';
import { PlaceForm, type Place } from './place-form.tsx';
import { ResultCard } from './result-card.tsx';
import { Standing } from './standing.tsx';
import styles from './trends.module.css';
import { useTrend } from './use-trend.ts';

/** What people in a place talk about on X. */
export function TwitterTab() {
  const [place, setPlace] = useState<Place | null>(null);
  const trend = useTrend('search-twitter', place === null ? null : { lat: place.latitude, long: place.longitude });
  const first = trend.pages[0];
  const trends = first?.trends ?? [];
  return (
    <>
      <PlaceForm busy={trend.searching} countriesOnly={false} onSearch={setPlace} />
      <Standing
        trend={trend}
        first={first}
        isEmpty={trends.length === 0}
        name="Twitter"
        icon="trending-up"
        begin="Select a location to see what people talk about there."
      >
        <div className={styles.cards}>
          {trends.map(({ name, url, tweet_count: count }) => (
            <ResultCard
              isSample={first?.is_sample === true}
              key={name}
              title={name}
              url={url}
              picture={null}
              from={first?.place.name}
              figures={[{ label: 'Posts', value: figure(count) }]}
              kept={{ title: name, url }}
            />
          ))}
        </div>
      </Standing>
    </>
  );
}

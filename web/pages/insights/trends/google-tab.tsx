import { Anchor, Select } from '@mantine/core';
import { useState } from 'react';
import { trendPeriods } from '#rules/trends.ts';
import { When } from '../../../parts/display/when.tsx';
import { PlaceForm, type Place } from './place-form.tsx';
import { ResultCard } from './result-card.tsx';
import { Standing } from './standing.tsx';
import styles from './trends.module.css';
import { useTrend } from './use-trend.ts';

/** What people in a country search for on Google. */
export function GoogleTab() {
  const [place, setPlace] = useState<Place | null>(null);
  const [period, setPeriod] = useState<string>('-1440');
  const trend = useTrend('google-trends', place === null ? null : { country: place.code, timezone: period });
  const searches = trend.pages.flatMap((page) =>
    page.trendingSearchesDays.flatMap(({ trendingSearches }) => trendingSearches),
  );
  return (
    <>
      <PlaceForm busy={trend.searching} countriesOnly onSearch={setPlace}>
        <Select
          label="Period"
          data={trendPeriods}
          value={period}
          allowDeselect={false}
          onChange={(value) => setPeriod(value ?? '-1440')}
        />
      </PlaceForm>
      <Standing
        trend={trend}
        first={trend.pages[0]}
        isEmpty={searches.length === 0}
        name="Google Trends"
        icon="search"
        begin="Select a location to see what people search for there."
      >
        <div className={styles.cards}>
          {searches.map((search) => (
            <ResultCard
              isSample={trend.pages[0]?.is_sample === true}
              key={`${search.begun_at} ${search.title.query}`}
              title={search.title.query}
              url={search.page_url}
              picture={search.image.imageUrl}
              from={
                <>
                  Since <When at={search.begun_at} form="short" />
                  {search.image.source !== '' && ` · picture: ${search.image.source}`}
                </>
              }
              figures={[{ label: 'Searches', value: search.formattedTraffic || 'N/A' }]}
              kept={{
                title: search.title.query,
                url: search.articles[0]?.url ?? search.page_url,
                slides: search.articles.map(({ title }) => title),
              }}
            >
              <ul className={styles.articles} aria-label="Articles">
                {search.articles.map((article) => (
                  <li key={article.url}>
                    {trend.pages[0]?.is_sample === true ? (
                      article.title
                    ) : (
                      <Anchor href={article.url} target="_blank" rel="noreferrer" size="sm">
                        {article.title}
                      </Anchor>
                    )}
                    {article.source !== '' && <span> {article.source}</span>}
                  </li>
                ))}
              </ul>
            </ResultCard>
          ))}
        </div>
      </Standing>
    </>
  );
}

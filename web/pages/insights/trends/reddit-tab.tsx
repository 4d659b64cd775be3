import { Select } from '@mantine/core';
import { useState } from 'react';
import { redditSorts } from '#rules/trends.ts';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { figure } from './figures.ts';
import { KeywordForm } from './keyword-form.tsx';
import { ResultCard } from './result-card.tsx';
import { Standing } from './standing.tsx';
import styles from './trends.module.css';
import { useTrend } from './use-trend.ts';

/** What people discuss on Reddit, in the selected order. */
export function RedditTab() {
  const [keyword, setKeyword] = useState<string | null>(null);
  const [sort, setSort] = useState<(typeof redditSorts)[number]>('relevance');
  const trend = useTrend('search-reddit', keyword === null ? null : { query: keyword, sort }, {
    nextOf: ({ after }) => after,
    at: (input, after) => ({ ...input, after }),
  });
  const posts = trend.pages.flatMap((page) => page.posts);
  return (
    <>
      <KeywordForm busy={trend.searching} onSearch={setKeyword}>
        <Select
          label="Sort"
          data={redditSorts.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))}
          value={sort}
          allowDeselect={false}
          onChange={(value) => setSort(redditSorts.find((each) => each === value) ?? 'relevance')}
        />
      </KeywordForm>
      <Standing
        trend={trend}
        first={trend.pages[0]}
        isEmpty={posts.length === 0}
        name="Reddit"
        icon="trending-up"
        begin="Search for a keyword to see what people talk about on Reddit this week."
      >
        <div className={styles.cards}>
          {posts.map((post) => (
            <ResultCard
              isSample={trend.pages[0]?.is_sample === true}
              key={post.id}
              title={post.title}
              url={post.permalink}
              picture={post.thumbnail}
              from={`r/${post.subreddit} · ${figure(post.subreddit_subscribers)} subscribers`}
              figures={[
                { label: 'Upvotes', value: figure(post.ups) },
                { label: 'Comments', value: figure(post.num_comments) },
                { label: 'Awards', value: figure(post.all_awardings.length) },
              ]}
              kept={{ title: post.title, url: post.permalink }}
            />
          ))}
        </div>
        <ShowMore list={trend} mt={16} />
      </Standing>
    </>
  );
}

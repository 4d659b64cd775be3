import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import { useCall } from '../../../api/queries.ts';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { useChosenInView } from '../../../parts/page/use-chosen-in-view.ts';
import { paths } from '../../../paths.ts';
import { GoogleTab } from './google-tab.tsx';
import { RedditTab } from './reddit-tab.tsx';
import styles from './trends.module.css';
import { TwitterTab } from './twitter-tab.tsx';
import { WatchedTab } from './watched-tab.tsx';
import { YoutubeTab } from './youtube-tab.tsx';

const tabs = {
  reddit: { label: 'Reddit', Content: RedditTab },
  youtube: { label: 'YouTube', Content: YoutubeTab },
  google: { label: 'Google', Content: GoogleTab },
  twitter: { label: 'Twitter', Content: TwitterTab },
  watched: { label: 'Watched keywords', Content: WatchedTab },
} as const;
const names = ['reddit', 'youtube', 'google', 'twitter', 'watched'] as const;

/** The first tab whose source the operator has configured. */
const firstOf = ({ reddit, youtube, trends: google, twitter }: Data<'fetch-google-keys'>) =>
  names.find((name) => name === 'watched' || { reddit, youtube, google, twitter }[name]);

/** `/trends`: what people talk about, watch and search for, and how to make posts from it. */
export default function Trends() {
  const [search, setSearch] = useSearchParams();
  const chosen = names.find((name) => name === search.get('tab'));
  const { data: keys, error } = useCall('fetch-google-keys', {}, { enabled: chosen === undefined });
  const shown = chosen ?? (keys ? firstOf(keys) : undefined) ?? 'watched';
  const list = useChosenInView(shown);
  if (chosen === undefined && !keys && !error)
    return (
      <Page title="Trends">
        <Skeletons rows={6} kind="cards" />
      </Page>
    );
  return (
    <Page
      title="Trends"
      thing={tabs[shown].label}
      action={
        <PageAction icon="bulb" to={paths.ideas()}>
          Ideas
        </PageAction>
      }
    >
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(name) => setSearch(name === null ? {} : { tab: name }, { replace: true })}
      >
        <Tabs.List ref={list} aria-label="Where to look">
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {tabs[name].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {names.map((name) => {
          const { Content } = tabs[name];
          return (
            <Tabs.Panel key={name} value={name} className={styles.panel}>
              <Content />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
}

import { Skeleton } from '@mantine/core';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useCall } from '../../../api/queries.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon, isIconName } from '../../../parts/icons/icon.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { paths } from '../../../paths.ts';
import { addressOf, PopularTopics } from './article-links.tsx';
import { Helpdesk } from './helpdesk.tsx';
import styles from './help.module.css';
import { SearchBox } from './search-box.tsx';
import { app, articleOf, popularOf, useHelp, type HelpArticle } from './use-help.ts';
import { Videos } from './videos.tsx';

/** The number of topics to reserve space for until they are loaded. */
const usualTopics = 9;

/** Shown until the articles are loaded. */
const none: readonly HelpArticle[] = [];

/** `/help-and-support`: search, topics, video tutorials; `?from=` links to the article about that page. */
export default function HelpAndSupport() {
  const { help, error, isPending, retry } = useHelp();
  const [search] = useSearchParams();
  const from = search.get('from');
  const about = help !== null && from !== null ? articleOf(help.articles, from) : undefined;
  if (about !== undefined) return <Navigate to={addressOf(about)} replace />;
  return (
    <Page title="Help & Support">
      {help !== null && help.articles.length === 0 ? (
        <EmptyState icon="article" text="There are no articles yet." action={<Helpdesk />} />
      ) : help !== null || (isPending && from === null) ? (
        <div className={styles.front}>
          <SearchBox articles={help?.articles ?? none} />
          <Topics />
          <Videos />
          <PopularTopics articles={popularOf(help?.articles ?? none)} />
          <Helpdesk />
        </div>
      ) : isPending ? (
        <Skeletons rows={6} kind="cards" />
      ) : (
        <ErrorState error={error} onRetry={retry} />
      )}
    </Page>
  );
}

function Topics() {
  const { data, isPending } = useCall('help/fetch-article-category', app);
  return (
    <section aria-labelledby="topics" className={styles.section}>
      <h2 id="topics">Topics</h2>
      <ul className={styles.tiles}>
        {isPending &&
          Array.from({ length: usualTopics }, (_none, index) => (
            <li key={index} aria-hidden="true" data-loading>
              <Skeleton height={166} radius={12} />
            </li>
          ))}
        {data?.map(({ id, name, icon, text, articles }) => (
          <li key={id}>
            <Link to={paths.training({ id })} className={styles.tile ?? ''}>
              <span className={styles.iconTile}>
                <Icon name={isIconName(icon) ? icon : 'article'} size={24} />
              </span>
              <span className={styles.title}>{name}</span>
              <span className={styles.about}>{text}</span>
              <span className={styles.date}>{articles === 1 ? '1 article' : `${articles} articles`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

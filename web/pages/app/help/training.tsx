import { useSearchParams } from 'react-router';
import { CallError } from '../../../api/call.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { paths } from '../../../paths.ts';
import { ArticleCards, PopularTopics } from './article-links.tsx';
import { Helpdesk } from './helpdesk.tsx';
import styles from './help.module.css';
import { popularOf, useHelp } from './use-help.ts';

const above = [{ label: 'Support', to: paths.helpAndSupport() }];
const list = { to: paths.helpAndSupport(), name: 'Back to the topics' };

/** `/training?id=`: the articles of a topic. */
export default function Training() {
  const { help, error, isPending, retry } = useHelp();
  const [search] = useSearchParams();
  const id = search.get('id');
  const topic = help?.topics.find((each) => each.category_id === id);
  const articles = help?.articles.filter(({ topicId }) => topicId === id) ?? [];
  return (
    <Page title="Training" heading={topic?.name ?? 'Training'} thing={topic?.name} above={above}>
      {topic !== undefined && help !== null ? (
        <div className={styles.columns}>
          <ArticleCards articles={articles} />
          <div className={styles.aside}>
            <PopularTopics articles={popularOf(help.articles)} />
            <Helpdesk />
          </div>
        </div>
      ) : help !== null ? (
        <ErrorState error={new CallError(404, '')} list={list} />
      ) : isPending ? (
        <Skeletons rows={6} kind="cards" />
      ) : (
        <ErrorState error={error} onRetry={retry} />
      )}
    </Page>
  );
}

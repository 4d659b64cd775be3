import { useSearchParams } from 'react-router';
import { CallError } from '../../../api/call.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { SafeHtml } from '../../../parts/display/safe-html.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { paths } from '../../../paths.ts';
import { ArticleDate, PopularTopics } from './article-links.tsx';
import { Helpdesk } from './helpdesk.tsx';
import { Helpful } from './helpful.tsx';
import styles from './help.module.css';
import { useHelp, type HelpArticle } from './use-help.ts';

const list = { to: paths.helpAndSupport(), name: 'Back to the topics' };

/** `/article-details?id=&cid=`: an article. */
export default function ArticleDetails() {
  const { help, error, isPending, retry } = useHelp();
  const [search] = useSearchParams();
  const article = help?.articles.find(({ id }) => id === search.get('cid'));
  const above = [
    { label: 'Support', to: paths.helpAndSupport() },
    ...(article === undefined ? [] : [{ label: article.topicName, to: paths.training({ id: article.topicId }) }]),
  ];
  return (
    <Page title="Article" heading={article?.title ?? 'Article'} thing={article?.title} above={above}>
      {article !== undefined && help !== null ? (
        <div className={styles.columns}>
          <Read article={article} />
          <div className={styles.aside}>
            <PopularTopics
              articles={help.articles.filter(({ topicId, id }) => topicId === article.topicId && id !== article.id)}
            />
            <Helpdesk />
          </div>
        </div>
      ) : help !== null ? (
        <ErrorState error={new CallError(404, '')} list={list} />
      ) : isPending ? (
        <Skeletons rows={8} kind="form" />
      ) : (
        <ErrorState error={error} onRetry={retry} />
      )}
    </Page>
  );
}

function Read({ article }: { article: HelpArticle }) {
  return (
    <div>
      <article className={styles.article}>
        <ArticleDate created={article.created} />
        {article.feature_url !== '' && (
          <img
            src={article.feature_url}
            alt={`The screen that “${article.title}” is about`}
            className={styles.feature}
            width={960}
            height={540}
          />
        )}
        <SafeHtml html={article.content} className={styles.text ?? ''} />
      </article>
      <Helpful key={article.id} article={article.id} />
    </div>
  );
}

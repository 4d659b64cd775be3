import { Link } from 'react-router';
import { sayDay } from '../../../lib/dates.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { paths } from '../../../paths.ts';
import styles from './help.module.css';
import type { HelpArticle } from './use-help.ts';

/** The address of an article. */
export const addressOf = ({ id, topicId }: HelpArticle): string => paths.articleDetails({ id: topicId, cid: id });

/** The date of an article; renders nothing if it is unknown. */
export function ArticleDate({ created }: { created: string }) {
  return created === '' ? null : (
    <time className={styles.date} dateTime={created}>
      {sayDay(created, 'date')}
    </time>
  );
}

/** Articles as cards: picture, title, date. */
export function ArticleCards({ articles }: { articles: readonly HelpArticle[] }) {
  return (
    <ul className={styles.cards}>
      {articles.map((article) => (
        <li key={article.id}>
          <Link to={addressOf(article)} className={styles.card ?? ''}>
            <span className={styles.picture}>
              {article.feature_url === '' ? (
                <Icon name="article" size={32} />
              ) : (
                <img src={article.feature_url} alt="" loading="lazy" width={640} height={360} />
              )}
            </span>
            <span className={styles.title}>{article.title}</span>
            <ArticleDate created={article.created} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The popular articles as a short list. */
export function PopularTopics({ articles }: { articles: readonly HelpArticle[] }) {
  if (articles.length === 0) return null;
  return (
    <nav className={styles.popular} aria-labelledby="popular-topics">
      <h2 id="popular-topics">Popular topics</h2>
      <ul>
        {articles.map((article) => (
          <li key={article.id}>
            <Link to={addressOf(article)}>{article.title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { counted } from '../../../lib/words.ts';
import { Panel, Reading } from '../../../parts/page/panel.tsx';
import styles from './suggestions.module.css';

type Suggestion = Data<'fetch-suggestions'>['suggestions'][number];

const icons: Readonly<Record<Suggestion['id'], IconName>> = {
  'client-approval': 'eye',
  'connect-link': 'link',
  repurpose: 'repeat',
  'formatted-texts': 'article',
  'team-members': 'users-group',
  'second-factor': 'shield-lock',
  resellers: 'briefcase',
};

/** Features that the person does not use yet. Each suggestion can be hidden, and shown again. */
export function Suggestions() {
  const { data, error, refetch } = useCall('fetch-suggestions', {});
  const [gone, setGone] = useState<readonly Suggestion[]>([]);
  const container = useRef<HTMLDivElement>(null);
  const show = useAction('show-suggestions', { quiet: true });
  const hide = useAction('hide-suggestion', { quiet: true });
  const shown = data?.suggestions.filter(({ id }) => !gone.some((other) => other.id === id)) ?? [];

  const dismiss = async (suggestion: Suggestion) => {
    if (await hide.run({ id: suggestion.id })) setGone((before) => [...before, suggestion]);
  };
  const restore = async (ids: Suggestion['id'][]) => {
    if (!(await show.run({ ids }))) return;
    setGone((before) => before.filter(({ id }) => !ids.includes(id)));
    container.current?.focus({ preventScroll: true });
  };

  if (data && shown.length === 0 && gone.length === 0) {
    return data.hidden.length === 0 ? null : (
      <div ref={container} tabIndex={-1} className={styles.rest}>
        {counted(data.hidden.length, 'suggestion is', 'suggestions are')} hidden.{' '}
        <TextButton onPress={() => void restore(data.hidden)}>
          Show {data.hidden.length === 1 ? 'it' : 'them'}
        </TextButton>
      </div>
    );
  }
  return (
    <div ref={container} tabIndex={-1} className={styles.place}>
      <Panel
        id="suggestions"
        title="What else you can do"
        side={
          data &&
          data.hidden.length > 0 && (
            <TextButton onPress={() => void restore(data.hidden)}>Show hidden ({data.hidden.length})</TextButton>
          )
        }
      >
        <Reading read={{ isThere: data !== undefined, error, retry: () => void refetch() }} height={150}>
          {() => (
            <ul className={styles.cards}>
              {shown.map((suggestion) => (
                <li key={suggestion.id}>
                  <Card suggestion={suggestion} busy={hide.busy} onHide={() => void dismiss(suggestion)} />
                </li>
              ))}
            </ul>
          )}
        </Reading>
        {gone.map((suggestion, index) => (
          <Gone
            key={suggestion.id}
            title={suggestion.title}
            focused={index === gone.length - 1}
            onUndo={() => void restore([suggestion.id])}
          />
        ))}
      </Panel>
    </div>
  );
}

const TextButton = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <button type="button" className={styles.textButton} onClick={onPress}>
    {children}
  </button>
);

function Card({
  suggestion: { id, title, text, action, to },
  busy,
  onHide,
}: {
  suggestion: Suggestion;
  busy: boolean;
  onHide: () => void;
}) {
  return (
    <article className={styles.card} aria-labelledby={`suggestion-${id}`}>
      <span className={styles.iconTile} aria-hidden="true">
        <Icon name={icons[id]} size={20} />
      </span>
      <h3 id={`suggestion-${id}`}>{title}</h3>
      <button type="button" className={styles.hide} disabled={busy} onClick={onHide} aria-label={`Hide “${title}”`}>
        <Icon name="x" size={16} />
      </button>
      <p>{text}</p>
      <Link to={to}>
        {action}
        <Icon name="arrow-right" size={15} />
      </Link>
    </article>
  );
}

/**
 * Replaces a suggestion that was just hidden; the keyboard continues from here, because the pressed button no longer
 * exists.
 */
function Gone({ title, focused, onUndo }: { title: string; focused: boolean; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) undo.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <p className={styles.gone} role="status">
      “{title}” is hidden.{' '}
      <button
        ref={undo}
        type="button"
        className={styles.textButton}
        onClick={onUndo}
        aria-label={`Undo: show “${title}” again`}
      >
        Undo
      </button>
    </p>
  );
}

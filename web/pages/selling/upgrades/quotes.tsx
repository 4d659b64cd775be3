import { Button, Loader } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Found } from '#contract/content/stock.ts';
import { useAction } from '../../../api/action.ts';
import { loadPart } from '../../../lib/load-code.ts';
import { CopyButton } from '../../../parts/buttons/copy-button.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { useNavigateUnlessLeft } from '../../../lib/use-navigate-unless-left.ts';
import { paths } from '../../../paths.ts';
import { quoteTemplate, quoteWords, withQuote } from './quote-design.ts';
import styles from './upgrades.module.css';

type Quote = Found['quote'];

const MediaPicker = lazy(async () => ({
  default: (await loadPart(() => import('../../../parts/media-picker/media-picker.tsx'))).MediaPicker<'quote'>,
}));
const MakeTextItem = lazy(async () => ({
  default: (await loadPart(() => import('../../../parts/text-item/make-text-item.tsx'))).MakeTextItem,
}));

/**
 * The quotes that ship and those of configured sources: searched by a word, copied, or made into a text or a picture.
 */
export function Quotes() {
  const [quote, setQuote] = useState<Quote | null>(null);
  return (
    <section className={styles.requests} aria-labelledby="quotes">
      <h3 id="quotes">Quotes library</h3>
      <p className={styles.note}>Search by a word, and choose a quote to copy it or to make something from it.</p>
      <Suspense fallback={<Loader />}>
        <MediaPicker type="quote" picked={quote === null ? [] : [quote.id]} onPick={setQuote} />
      </Suspense>
      {quote !== null && <Chosen key={quote.id} quote={quote} />}
    </section>
  );
}

/** A selected quote and its actions. */
function Chosen({ quote }: { quote: Quote }) {
  const navigate = useNavigateUnlessLeft();
  const [isOpen, setOpen] = useState(false);
  const words = quoteWords(quote);
  const [first = ''] = quote.quote.split(/[,.;:!?]/, 1);
  const save = useAction('save-thumbnail', {
    quiet: true,
    onDone: ({ id }) => void navigate(paths.imageCreator({ id })),
  });
  const fetch = useAction('fetch-templates', {
    quiet: true,
    onDone: ({ items }) => {
      const template = items.find(({ id }) => id === quoteTemplate.id);
      if (template === undefined) return;
      void save.run({ name: `Quote of ${quote.author}`, data: JSON.stringify(withQuote(template.design, quote)) });
    },
  });
  return (
    <figure className={styles.quote} aria-label="The chosen quote">
      <blockquote>{quote.quote}</blockquote>
      <figcaption className={styles.file}>
        {quote.author}
        {quote.work === '' ? '' : `, ${quote.work}`} · {quote.licence}
      </figcaption>
      <div className={styles.links}>
        <CopyButton what={{ text: words }} size="sm">
          Copy
        </CopyButton>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="file-text" size={16} />}
          onClick={() => setOpen(true)}
        >
          Make a text item
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="photo" size={16} />}
          loading={fetch.busy || save.busy}
          onClick={() => void fetch.run({ search: quoteTemplate.search, kind: 'quote' })}
        >
          Make a picture
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <MakeTextItem kept={{ title: first, url: '', words }} isFree onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </figure>
  );
}

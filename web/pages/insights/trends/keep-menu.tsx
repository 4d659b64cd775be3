import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/action.ts';
import { useMay } from '../../../api/session.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { useNavigateUnlessLeft } from '../../../lib/use-navigate-unless-left.ts';
import { paths } from '../../../paths.ts';
import { newPost } from '../../../composer/address.ts';
import { useOpenComposer } from '../../../composer/open-composer.ts';
import { firstWords, type Kept } from '../../../parts/text-item/kept.ts';
import { MakeTextItem } from '../../../parts/text-item/make-text-item.tsx';
import { SaveIdea } from './save-idea.tsx';
import styles from './trends.module.css';

/** The longest text that fits on a slide, and the most slides made from a result. */
const longestSlide = 160;
const mostSlides = 5;

/** What can be made from a result. */
export function KeepMenu({ kept }: { kept: Kept }) {
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const compose = useOpenComposer();
  const makesVideos = useMay('createContent');
  const navigate = useNavigateUnlessLeft();
  const video = useAction('save-video', {
    quiet: true,
    onDone: ({ id }) => void navigate(paths.createVideo({ id })),
  });
  const makeVideo = () => {
    const words = [kept.title, ...(kept.slides ?? [])].filter((text) => text.trim() !== '').slice(0, mostSlides);
    const tiles = words.map((text, at) => ({
      id: `slide-${at + 1}`,
      text: text.slice(0, longestSlide),
      is_selected: at === 0,
    }));
    void video.run({ name: kept.title.slice(0, 200), tiles });
  };
  return (
    <div className={styles.keep}>
      <Button
        variant="light"
        size="compact-sm"
        leftSection={<Icon name="file-text" size={14} />}
        aria-label={`Make a text item of ${kept.title}`}
        onClick={() => setOpen(true)}
      >
        Make a text item
      </Button>
      {makesVideos && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="movie" size={14} />}
          aria-label={`Make a slide video of ${kept.title}`}
          loading={video.busy}
          onClick={makeVideo}
        >
          Make a slide video
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="bulb" size={14} />}
        aria-label={`Save to ideas: ${kept.title}`}
        onClick={() => setSaving(true)}
      >
        Save to ideas
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="calendar-time" size={14} />}
        aria-label={`New post from ${kept.title}`}
        onClick={() => compose(newPost, { words: firstWords(kept), url: kept.url })}
      >
        New post
      </Button>
      {isSaving && <SaveIdea kept={kept} onClose={() => setSaving(false)} />}
      {isOpen && <MakeTextItem kept={kept} onClose={() => setOpen(false)} />}
    </div>
  );
}

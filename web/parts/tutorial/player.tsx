import { useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { ErrorState } from '../states/error-state.tsx';
import styles from './tutorial.module.css';
import { chapterAt, clockOf, notePosition, positionOf } from './positions.ts';

type Tutorial = Data<'fetch-film'>;

const notLoaded = new Error('The video could not be loaded. Please check your connection and try again.');

/** The tutorial with its chapters and its full text. It starts by itself, unless the system asks for reduced motion. */
export function Player({ name, tutorial }: { name: string; tutorial: Tutorial }) {
  const video = useRef<HTMLVideoElement>(null);
  const [tries, setTries] = useState(0);
  const [broken, setBroken] = useState(false);
  const [chapter, setChapter] = useState(() => chapterAt(tutorial.chapters, positionOf(name)));
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);

  const seek = (seconds: number) => {
    if (!video.current) return;
    // Slightly after the start, so that rounding never lands in the chapter before. Stored, because the tutorial may
    // not be loaded yet.
    video.current.currentTime = seconds + 0.05;
    notePosition(name, { at: seconds + 0.05, length: tutorial.seconds });
    // A browser that blocks autoplay shows its own button.
    video.current.play().catch(() => undefined);
  };
  const tryAgain = () => {
    setBroken(false);
    setTries(tries + 1);
  };

  return (
    <div className={styles.tutorial}>
      {broken ? (
        <div className={styles.failed}>
          <ErrorState error={notLoaded} onRetry={tryAgain} />
        </div>
      ) : (
        <video
          key={tries}
          ref={video}
          className={styles.screen}
          aria-label={tutorial.title}
          data-autofocus
          width={tutorial.width}
          height={tutorial.height}
          poster={tutorial.poster}
          controls
          playsInline
          autoPlay={!still}
          preload={still ? 'metadata' : 'auto'}
          onLoadedMetadata={({ currentTarget }) => {
            currentTarget.currentTime = positionOf(name);
          }}
          onTimeUpdate={({ currentTarget: { currentTime } }) => {
            notePosition(name, { at: currentTime, length: tutorial.seconds });
            setChapter(chapterAt(tutorial.chapters, currentTime));
          }}
          onError={() => setBroken(true)}
        >
          <source src={tutorial.video} type="video/mp4" onError={() => setBroken(true)} />
          <track
            kind="captions"
            src={tutorial.tracks.captions}
            srcLang={tutorial.language}
            label={languageOf(tutorial.language)}
          />
          <track
            kind="descriptions"
            src={tutorial.tracks.descriptions}
            srcLang={tutorial.language}
            label="What the video shows"
          />
          <track kind="chapters" src={tutorial.tracks.chapters} srcLang={tutorial.language} label="Chapters" />
        </video>
      )}
      <ol className={styles.chapters} aria-label="Chapters">
        {tutorial.chapters.map(({ title, start }, index) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => seek(start)}
              disabled={broken}
              aria-current={index === chapter ? 'true' : undefined}
            >
              <span className="nums">{clockOf(start)}</span>
              {title}
            </button>
          </li>
        ))}
      </ol>
      <Transcript tutorial={tutorial} />
    </div>
  );
}

const languageOf = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** The text of the tutorial, and what it shows meanwhile, for people who prefer to read. */
function Transcript({ tutorial: { chapters } }: { tutorial: Tutorial }) {
  return (
    <details className={styles.transcript}>
      <summary>Read it instead</summary>
      {chapters.map(({ title, captions }) => (
        <section key={title}>
          <h3>{title}</h3>
          {captions.map(({ says, seen }) => (
            <p key={says}>
              {says} <span>{seen}</span>
            </p>
          ))}
        </section>
      ))}
    </details>
  );
}

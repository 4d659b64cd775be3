import { lazy, Suspense } from 'react';
import { loadPart } from '../../../../lib/load-code.ts';
import { Skeletons } from '../../../../parts/states/skeletons.tsx';
import styles from './client-editor.module.css';

const KitForm = lazy(() =>
  loadPart(() => import('../../../../parts/brand-kit/kit-form.tsx')).then(({ KitForm: Form }) => ({ default: Form })),
);

/** The client's brand kit, which the image creator uses for its designs. */
export function BrandKit({ clientId }: { clientId: string }) {
  return (
    <section className={styles.panel} aria-labelledby="brand-kit">
      <h2 id="brand-kit">Brand kit</h2>
      <p className={styles.hint}>
        The image creator makes designs in this logo, these colours and fonts with one click.
      </p>
      <Suspense fallback={<Skeletons rows={4} kind="form" />}>
        <KitForm clientId={clientId} />
      </Suspense>
    </section>
  );
}

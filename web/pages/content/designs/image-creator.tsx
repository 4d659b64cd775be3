import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/queries.ts';
import { loadPart } from '../../../lib/load-code.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { paths } from '../../../paths.ts';

const loadEditor = () => loadPart(() => import('../../../image-editor/opened-design.tsx'));
const OpenedDesign = lazy(async () => ({ default: (await loadEditor()).OpenedDesign }));

/** /image-creator: a new design or, with an id, a saved one. */
export default function ImageCreator() {
  const [params] = useSearchParams();
  const id = params.get('id');
  const [opened, setOpened] = useState('');
  const typefaces = useCall('fetch-typefaces', {});
  useEffect(() => {
    void loadEditor(); // in parallel with the call, not after it
  }, []);
  return (
    <Page
      title={id === null ? 'Create Image/Meme' : 'Edit Image/Meme'}
      heading={id === null ? 'Create' : 'Edit'}
      thing={id === null || opened === '' ? undefined : opened}
      above={[{ label: 'My Contents', to: paths.contents() }]}
      wide
    >
      {typefaces.data ? (
        <Suspense fallback={<Skeletons rows={5} kind="form" />}>
          <OpenedDesign id={id} typefaces={typefaces.data} onOpened={setOpened} />
        </Suspense>
      ) : typefaces.error ? (
        <ErrorState error={typefaces.error} onRetry={() => void typefaces.refetch()} />
      ) : (
        <Skeletons rows={5} kind="form" />
      )}
    </Page>
  );
}

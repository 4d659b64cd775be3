import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { monthTitle } from '#rules/report-words.ts';
import { useCall } from '../../../api/queries.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { paths } from '../../../paths.ts';
import { Actions } from './actions.tsx';
import { EditReport } from './edit-report.tsx';
import { ReportView } from './report-view.tsx';

/** `/generate-report/:id/:month/:year`: a client's month to read, print, send and edit. */
export default function GenerateReport() {
  const { id = '', month = '', year = '' } = useParams();
  const which = { id, month, year };
  const { data, error, isPending, refetch } = useCall('client-report', which);
  const [editing, setEditing] = useState(false);
  const about = data === undefined ? undefined : `${data.client.name}, ${monthTitle(data.month)}`;
  return (
    <Page
      title="Report"
      heading={about}
      thing={about}
      above={[{ label: 'My Reports', to: paths.report() }]}
      action={
        data && (
          <PageAction icon="pencil" onClick={() => setEditing(true)}>
            Edit report
          </PageAction>
        )
      }
    >
      {isPending && <Skeletons rows={6} kind="cards" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Actions which={which} report={data} />
          {data.scheduler_total === 0 ? (
            <EmptyState
              icon="chart-bar"
              text="No Data Found"
              action={
                <Button component={Link} to={paths.report()} variant="default">
                  Choose another month
                </Button>
              }
            />
          ) : (
            <ReportView report={data} leadsToPosts />
          )}
          {editing && <EditReport which={which} report={data} onClose={() => setEditing(false)} />}
        </>
      )}
    </Page>
  );
}

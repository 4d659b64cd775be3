import { Button, Loader } from '@mantine/core';
import { useParams } from 'react-router';
import { monthTitle } from '#rules/report-words.ts';
import { CallError } from '../../../api/call.ts';
import { useCall } from '../../../api/queries.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { useTitle } from '../../../parts/page/title.ts';
import { ReportView } from './report-view.tsx';
import styles from './report.module.css';

/** `/client-report/:token`: a report as its client reads it, without signing in. */
export default function ClientReport() {
  const { token = '' } = useParams();
  const { data, error, refetch } = useCall('open-shared-report', { token }, { passing: true });
  useTitle(data?.state === 'open' ? `Report, ${monthTitle(data.report.month)}` : 'Report');
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      {data?.state === 'open' && (
        <>
          <div className={styles.actions} data-print="no">
            <Button variant="default" leftSection={<Icon name="file-text" size={16} />} onClick={() => print()}>
              Print
            </Button>
          </div>
          <h1 className="visually-hidden">Report</h1>
          <ReportView report={data.report} leadsToPosts={false} />
        </>
      )}
      {data?.state === 'ended' && (
        <div className={styles.ended}>
          {data.agency.logo !== null && <img src={data.agency.logo} alt="" height={34} />}
          <h1>This page does not work any more</h1>
          <p>Please ask {data.agency.name} for the report.</p>
        </div>
      )}
      {!data && error && isUnknown(error) && (
        <div className={styles.ended}>
          <h1>We do not know this page</h1>
          <p>Its address may have been cut off when it was copied. Please open it once more as it was sent to you.</p>
        </div>
      )}
      {!data && error && !isUnknown(error) && (
        <>
          <h1>Report</h1>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </>
      )}
      {!data && !error && (
        <>
          <h1 className="visually-hidden">Report</h1>
          <Loader role="img" aria-label="Loading" />
        </>
      )}
    </main>
  );
}

const isUnknown = (error: Error): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 422);

import { Text } from '@mantine/core';
import type { Data } from '#contract/index.ts';
import { ClientLink } from '../../../../parts/display/client-link.tsx';
import { NetworkIcon } from '../../../../parts/icons/network-icon.tsx';
import { ScheduleNext } from '../../../../parts/deliveries/schedule-next.tsx';
import { frequencyNames } from '../scheduler/plan-words.ts';
import { streamTypeNames } from '../../../content/streams/counts.ts';
import styles from './schedule-detail.module.css';

type Schedule = Data<'fetch-scheduler'>['schedule'];

/** What is scheduled, for which client, at which accounts, and what comes next. */
export function ScheduleHead({ schedule }: { schedule: Schedule }) {
  const repurposed = schedule.re_purpose === '1';
  return (
    <section className={styles.head}>
      <Text className={styles.description}>{schedule.content_stream.description}</Text>
      <dl className={styles.facts}>
        <div>
          <dt>Client</dt>
          <dd>
            <ClientLink id={schedule.client.id} name={schedule.client.name} />
          </dd>
        </div>
        <div>
          <dt>Repurpose</dt>
          <dd>
            {repurposed ? 'Yes' : 'No'}
            {repurposed && (
              <Text span size="sm" c="dimmed">
                {' '}
                (Automatically rescheduled after the below mentioned are published )
              </Text>
            )}
          </dd>
        </div>
        <div>
          <dt>Accounts</dt>
          <dd className={styles.networks}>
            {schedule.accounts.map((network, index) => (
              <NetworkIcon key={`${network} ${index}`} network={network} size={22} />
            ))}
          </dd>
        </div>
        <div>
          <dt>Type</dt>
          <dd>{streamTypeNames[schedule.content_stream.type]}</dd>
        </div>
        <div>
          <dt>Frequency</dt>
          <dd>
            {frequencyNames[schedule.type]}, {schedule.timezone.replaceAll('_', ' ')}
          </dd>
        </div>
        <div>
          <dt>Next post</dt>
          <dd>
            <ScheduleNext row={schedule} within />
          </dd>
        </div>
      </dl>
    </section>
  );
}

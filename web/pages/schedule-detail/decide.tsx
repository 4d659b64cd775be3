import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { confirmDelete } from '../../parts/dialogs.ts';
import { useAction } from '../../queries.ts';
import styles from './schedule-detail.module.css';
import { decisionNames, riskOf, situationOf, type Decision, type Delivery } from './words.ts';

/** What is known about a delivery the machine could not settle, and the choices a person has. */
export function Decide({ delivery }: { delivery: Delivery }) {
  const [isThere, setIsThere] = useState(false);
  const [postUrl, setPostUrl] = useState('');
  const resolve = useAction('resolve-delivery', { invalidates: ['fetch-scheduler', 'fetch-schedulers', 'get-calender', 'fetch-dashboard'] });
  const run = (decision: Decision) => resolve.run({ delivery_id: delivery.delivery_id, decision, ...(decision === 'it-is-there' && postUrl.trim() ? { post_url: postUrl.trim() } : {}) });
  const decide = (decision: Decision) => {
    if (decision === 'it-is-there' && !isThere) return setIsThere(true);
    const risk = riskOf(decision, delivery.state, delivery.type);
    if (risk) confirmDelete({ text: risk, confirm: decisionNames[decision], onConfirm: () => run(decision) });
    else void run(decision);
  };

  return (
    <div className={styles.decide}>
      <Icon name="help-circle" size={20} />
      <div>
        <Text size="sm">{situationOf(delivery)}</Text>
        {isThere && (
          <form className={styles.link} noValidate onSubmit={(event) => { event.preventDefault(); void run('it-is-there'); }}>
            <TextInput
              label="Link to the post"
              description="If you have it; it is shown as the post's URL"
              type="url"
              data-autofocus
              value={postUrl}
              error={resolve.errors.post_url}
              onChange={(event) => { setPostUrl(event.currentTarget.value); resolve.forget('post_url'); }}
            />
            <Group gap="xs">
              <Button type="submit" loading={resolve.busy}>Mark as posted</Button>
              <Button variant="default" onClick={() => setIsThere(false)}>Back</Button>
            </Group>
          </form>
        )}
        {!isThere && (
          <Group gap="xs" mt="xs">
            {delivery.actions.map((decision) => (
              <Button key={decision} size="compact-md" variant="default" disabled={resolve.busy} onClick={() => decide(decision)}>{decisionNames[decision]}</Button>
            ))}
          </Group>
        )}
      </div>
    </div>
  );
}

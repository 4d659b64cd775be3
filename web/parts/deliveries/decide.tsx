import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { networkNames } from '#rules/eligibility.ts';
import { useAction } from '../../api/action.ts';
import styles from './decide.module.css';
import { decisionNames, riskOf, type Decidable, type Decision } from './decisions.ts';
import { confirmDelete } from '../dialogs/dialogs.ts';
import { Failure } from '../states/failure.tsx';

type Props = {
  delivery: Decidable;
  /** The post's title, for screen readers. */
  title: string;
  onDecided?: (decision: Decision) => void;
  /** Opens the dialog for posting by hand. */
  onByHand: () => void;
};

/**
 * The decisions a person can make about a delivery. Each takes one press, unless it could publish twice or asks for the
 * post's link.
 */
export function Decide({ delivery, title, onDecided, onByHand }: Props) {
  const [asksLink, setAsksLink] = useState(false);
  const [chosen, setChosen] = useState<Decision | null>(null);
  const resolve = useAction('resolve-delivery');
  const run = async (decision: Decision, postUrl = '') => {
    setChosen(decision);
    const done = await resolve.run({
      delivery_id: delivery.delivery_id,
      decision,
      ...(postUrl === '' ? {} : { post_url: postUrl }),
    });
    if (done) onDecided?.(decision);
    return done;
  };
  const decide = (decision: Decision) => {
    if (decision === 'it-is-there') return setAsksLink(true);
    const risk = riskOf(decision, delivery);
    if (risk) confirmDelete({ text: risk, confirm: decisionNames[decision], onConfirm: () => run(decision) });
    else void run(decision);
  };
  const failure = <Failure message={Object.keys(resolve.errors).length > 0 ? '' : resolve.failure} />;

  if (delivery.actions.includes('posted-by-hand')) {
    return (
      <div className={styles.decide}>
        <Group gap="xs">
          <Button
            size="compact-md"
            variant="default"
            aria-label={`Post by hand: ${title} on ${networkNames[delivery.network]}`}
            onClick={onByHand}
          >
            Post by hand
          </Button>
        </Group>
      </div>
    );
  }
  if (asksLink) {
    return (
      <LinkForm
        busy={resolve.busy}
        error={resolve.errors.post_url}
        failure={failure}
        onChange={() => resolve.forget('post_url')}
        onSend={(postUrl) => void run('it-is-there', postUrl)}
        onBack={() => setAsksLink(false)}
      />
    );
  }
  return (
    <div className={styles.decide}>
      {failure}
      <Group gap="xs">
        {delivery.actions.map((decision) => (
          <Button
            key={decision}
            size="compact-md"
            variant="default"
            loading={resolve.busy && chosen === decision}
            disabled={resolve.busy}
            aria-label={`${decisionNames[decision]}: ${title} on ${networkNames[delivery.network]}`}
            onClick={() => decide(decision)}
          >
            {decisionNames[decision]}
          </Button>
        ))}
      </Group>
    </div>
  );
}

type LinkProps = {
  busy: boolean;
  error: string | undefined;
  failure: React.ReactNode;
  onChange: () => void;
  onSend: (postUrl: string) => void;
  onBack: () => void;
};

/** Asks for the address of a published post; it may be left empty. */
function LinkForm({ busy, error, failure, onChange, onSend, onBack }: LinkProps) {
  const [postUrl, setPostUrl] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []); // the pressed button no longer exists
  return (
    <form
      className={styles.link}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSend(postUrl.trim());
      }}
    >
      <TextInput
        ref={field}
        label="Link to the post"
        description="If you have it; it is shown as the post's URL"
        type="url"
        value={postUrl}
        error={error}
        onChange={(event) => {
          setPostUrl(event.currentTarget.value);
          onChange();
        }}
      />
      {failure}
      <Group gap="xs">
        <Button type="submit" size="compact-md" loading={busy}>
          Mark as posted
        </Button>
        <Button size="compact-md" variant="default" disabled={busy} onClick={onBack}>
          Back
        </Button>
      </Group>
    </form>
  );
}

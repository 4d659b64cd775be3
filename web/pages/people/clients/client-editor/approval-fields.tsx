import { Checkbox, Radio } from '@mantine/core';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { counted } from '../../../../lib/words.ts';
import styles from './client-editor.module.css';
import type { Client, Fields } from './client-fields.ts';

type Props = {
  client: Client | null;
  fields: Fields;
  problem: string | undefined;
  /** Only the owner may change it. */ fixed: boolean;
  onChange: (part: Partial<Fields>) => void;
};

/** Whether the client approves its posts before they are published, and what follows from the choice. */
export function ApprovalFields({ client, fields, problem, fixed, onChange }: Props) {
  const { approval } = fields;
  const name = fields.name.trim() || 'The client';
  const begins = approval === 'client' && client !== null && client.approval === 'none';
  const ends = approval === 'none' && client?.approval === 'client';
  const waiting = client?.approval_waiting ?? 0;
  return (
    <div className={styles.approval}>
      <Radio.Group
        label="Approval"
        description={fixed ? 'Set by the owner' : undefined}
        value={approval}
        onChange={(value) => {
          if (value === 'none' || value === 'client') onChange({ approval: value });
        }}
      >
        <div className={styles.kinds}>
          <Radio
            value="none"
            label="No approval"
            description="Everything goes out as you schedule it."
            disabled={fixed && approval !== 'none'}
          />
          <Radio
            value="client"
            label="Client approves"
            disabled={fixed && approval !== 'client'}
            description={
              `${name} gets a mail and approves each post before it goes out, or sends it back with a comment. ` +
              'A post that is not approved in time is held, not published. A changed post needs approval again.'
            }
          />
        </div>
      </Radio.Group>
      {!fixed && begins && (
        <Checkbox
          label="Also ask about posts that are planned already"
          description="Without it, only what you schedule from now on asks for approval."
          checked={fields.approval_covers}
          onChange={(event) => onChange({ approval_covers: event.currentTarget.checked })}
        />
      )}
      {!fixed &&
        approval === 'client' &&
        (client === null ? !fields.send : !client.can_sign_in && fields.password === '') && (
          <p className={styles.warning}>
            <Icon name="alert-triangle" size={16} />
            {client === null
              ? 'To approve anything, the client has to sign in: give it its password, or email the credentials below.'
              : `${name} has no password yet, so it cannot sign in to approve. Set one above.`}
          </p>
        )}
      {!fixed && ends && waiting > 0 && (
        <Radio.Group
          label={
            `${counted(waiting, 'post waits', 'posts wait')} for approval now. What becomes of ` +
            `${waiting === 1 ? 'it' : 'them'}?`
          }
          required
          error={problem}
          value={fields.approval_waiting}
          onChange={(value) => {
            if (value === 'approve' || value === 'keep') onChange({ approval_waiting: value });
          }}
        >
          <div className={styles.kinds}>
            <Radio
              value="approve"
              label="Approve for the client"
              description="They go out at their times; what is too late goes out at the next free times."
            />
            <Radio
              value="keep"
              label="Keep them waiting"
              description={`${name} still decides about these, and nothing else asks for approval.`}
            />
          </div>
        </Radio.Group>
      )}
    </div>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { LeaveGuard } from '../../../../parts/dialogs/leave-guard.tsx';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import { UnsavedNote } from '../../../../parts/forms/unsaved-note.tsx';
import { useAction } from '../../../../api/action.ts';
import { useMay, useUser } from '../../../../api/session.ts';
import { useEdited } from '../../../../lib/use-edited.ts';
import { EmailDialog } from './email-dialog.tsx';
import styles from './my-account.module.css';

/** Name and email; the email changes by a link only. */
export function ProfileForm() {
  const user = useUser();
  const secures = useMay('secureAccount');
  const edited = useEdited({
    formName: 'profile',
    saved: { name: user.name },
    version: user.version,
    stateOf: (state) => state,
    labels: { name: 'Name' },
  });
  const { name } = edited.fields;
  const [problem, setProblem] = useState('');
  const [changingEmail, setChangingEmail] = useState(false);
  const { run, busy, errors } = useAction('profile', {
    onConflict: edited.onConflict,
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = name.trim() === '' ? 'Name is required' : '';
    setProblem(found);
    let saved = name;
    const done =
      found === '' &&
      (await edited.save((_changes, version, state) => {
        saved = state.name;
        return run({ ...state, ...version, email: user.email }, { repeats: true });
      }));
    if (done) edited.take({ name: saved.trim() }, null);
    else showFirstProblem(form);
  };
  return (
    <section className={styles.panel} aria-labelledby="profile-heading">
      <h2 id="profile-heading">Personal Information</h2>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <LeaveGuard when={edited.isEdited} onLeave={edited.forget} />
        <UnsavedNote restored={edited.restored} onDiscard={edited.discard} />
        <TextInput
          label="Name"
          name="name"
          required
          withAsterisk={false}
          maxLength={120}
          autoComplete="name"
          value={name}
          error={problem || errors.name}
          onChange={(event) => {
            edited.change({ name: event.currentTarget.value });
            setProblem('');
          }}
        />
        <div className={styles.email}>
          <TextInput
            label="Current email"
            name="email"
            type="email"
            readOnly
            variant="filled"
            value={user.email}
            error={errors.email}
          />
          <Button
            h={36}
            variant="default"
            disabled={!secures}
            leftSection={<Icon name="mail" size={16} />}
            onClick={() => setChangingEmail(true)}
          >
            Change Email
          </Button>
        </div>
        <div className={styles.end}>
          <SubmitButton busy={busy}>Update</SubmitButton>
        </div>
      </form>
      <EmailDialog opened={changingEmail} onClose={() => setChangingEmail(false)} />
    </section>
  );
}

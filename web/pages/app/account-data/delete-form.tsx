import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { DeletionPreview } from '#contract/app/account-data.ts';
import { messages } from '#contract/messages.ts';
import { isTyped } from '#rules/account-data.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { counted } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import styles from './account-data.module.css';
import { deletionList, networkList } from './words.ts';

/** Lists what will be deleted, asks for the agency's name or the email, and deletes. */
export function DeleteForm({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useCall('preview-deletion', {});
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons rows={4} kind="form" />;
  return <Typed preview={data} onClose={onClose} />;
}

function Typed({ preview, onClose }: { preview: DeletionPreview; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const remove = useAction('delete-account', {
    quiet: true,
    // A full page load: from here on nobody is signed in, and nothing of this page may stay.
    onDone: ({ token }) => location.replace(paths.accountDeleted({ token })),
  });
  const { agency_name: name, email } = preview;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTyped(typed, { agencyName: name, email })) void remove.run({ confirmation: typed.trim() });
    else setProblem(messages.deletionWords);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>This cannot be undone. These will be deleted:</p>
      <ul className={styles.list}>
        {deletionList(preview).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Networks preview={preview} />
      {preview.resellers.total > 0 && <Resellers preview={preview} />}
      <p>
        The operator’s backups still hold your data until they are replaced. You may want to download your data first.
      </p>
      <TextInput
        label={name.trim() === '' ? `Type your email ${email} to confirm` : `Type “${name}” or ${email} to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={300}
        data-autofocus
        value={typed}
        error={problem || remove.errors['confirmation']}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem('');
          remove.forget();
        }}
      />
      <div className={styles.end}>
        <Button h={40} variant="default" onClick={onClose} disabled={remove.busy}>
          Cancel
        </Button>
        <Button h={40} color="red" type="submit" loading={remove.busy}>
          Delete My Data
        </Button>
      </div>
    </form>
  );
}

function Networks({ preview: { revocable, by_person: byPerson } }: { preview: DeletionPreview }) {
  return (
    <>
      {revocable.length > 0 && (
        <p>
          We tell {networkList(revocable)} to take our access back. A network that does not answer holds nothing up.
        </p>
      )}
      {byPerson.length > 0 && (
        <p>
          At {networkList(byPerson)} only you can take our access back, in the settings there. Our keys are deleted
          either way.
        </p>
      )}
    </>
  );
}

function Resellers({
  preview: {
    resellers: { names, total },
  },
}: {
  preview: DeletionPreview;
}) {
  const more = total - names.length;
  return (
    <p>
      {counted(total, 'reseller account')} that you created{' '}
      {total === 1 ? 'stays: it is an agency of its own' : 'stay: they are agencies of their own'} ({names.join(', ')}
      {more > 0 && ` and ${more} more`}).
    </p>
  );
}

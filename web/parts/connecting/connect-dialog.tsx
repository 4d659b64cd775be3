import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { Failure } from '../states/failure.tsx';
import { showFirstProblem } from '../forms/first-problem.ts';
import { NetworkIcon } from '../icons/network-icon.tsx';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { useAction } from '../../api/action.ts';
import { useEscape } from '../../lib/use-escape.ts';
import { ByHandForm } from './by-hand-form.tsx';
import styles from './connecting.module.css';
import { connectFields, connectProblems, isTyped, withProtocol, type TypedNetwork } from './connect-fields.ts';
import { ConnectHelp } from './connect-help.tsx';
import { SandboxKeys } from './sandbox-keys.tsx';
import type { VisitRequest } from './consent-visit.ts';
import { PasswordField } from '../forms/password-field.tsx';

type Props = {
  network: NetworkId | null;
  userId: string;
  onClose: () => void;
  /** Continues to the network's own page with the typed values (Vimeo). */
  onVisit: (request: VisitRequest) => void;
};

/** The dialog that connects an account by typed credentials; closed for `null`. */
export function ConnectDialog({ network, userId, onClose, onVisit }: Props) {
  // Stays drawn while the dialog fades out.
  const [last, setLast] = useState<TypedNetwork | null>(null);
  if (network !== null && network !== last && isTyped(network)) setLast(network);
  useEscape(network !== null, onClose);
  const title = last && (
    <span className={styles.account}>
      <NetworkIcon network={last} labelled={false} size={28} />
      Connect {networkNames[last]}
    </span>
  );
  return (
    <Modal
      opened={network !== null}
      onClose={onClose}
      closeOnEscape={false}
      title={title}
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {last && <ConnectWays key={last} network={last} userId={userId} onClose={onClose} onVisit={onVisit} />}
    </Modal>
  );
}

type WayProps = Omit<Props, 'network'> & { network: TypedNetwork };

/** By a token or similar; for Medium, which no longer issues tokens, also by hand. */
function ConnectWays(props: WayProps) {
  const [byHand, setByHand] = useState(false);
  if (props.network !== 'medium') return <ConnectForm {...props} />;
  if (byHand)
    return (
      <ByHandForm
        networks={['medium']}
        userId={props.userId}
        onDone={props.onClose}
        back={{ name: 'I have a token', go: () => setByHand(false) }}
      />
    );
  return (
    <>
      <ConnectForm {...props} />
      <button type="button" className={styles.otherWay} onClick={() => setByHand(true)}>
        I have no token: post by hand
      </button>
    </>
  );
}

function ConnectForm({ network, userId, onClose, onVisit }: WayProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { connect, busy, failure, errors } = useConnect(network, { onClose, onVisit });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = connectProblems(network, values);
    setProblems(found);
    if (Object.keys(found).length === 0) void connect(userId, values);
    else showFirstProblem(event.currentTarget);
  };
  const inputOf = (name: string) => ({
    name,
    value: values[name] ?? '',
    error: problems[name] || errors[name],
    required: true,
    onChange: (event: { currentTarget: { value: string } }) => {
      setValues({ ...values, [name]: event.currentTarget.value });
      setProblems({ ...problems, [name]: '' });
    },
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ConnectHelp network={network} />
      <SandboxKeys
        network={network}
        onFill={(keys) => {
          setValues(keys);
          setProblems({});
        }}
      />
      {connectFields[network].map(({ name, label, kind, placeholder, description }, index) => {
        const shared = { label, placeholder, description, 'data-autofocus': index === 0 || undefined };
        return kind === 'secret' ? (
          <PasswordField
            key={name}
            {...shared}
            {...inputOf(name)}
            visibilityToggleButtonProps={{ 'aria-label': `Show or hide: ${label}` }}
          />
        ) : (
          <TextInput key={name} {...shared} {...inputOf(name)} type={kind} autoComplete="off" />
        );
      })}
      <Failure message={Object.keys(errors).length === 0 ? failure : ''} />
      <div className={styles.end}>
        <Button variant="default" h={40} onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton busy={busy}>{busy ? 'Connecting...' : 'Connect'}</SubmitButton>
      </div>
    </form>
  );
}

const none: Readonly<Record<string, string>> = {};

/** What differs between networks: the call or, for Vimeo, the visit to its page. */
function useConnect(network: TypedNetwork, { onClose, onVisit }: Pick<Props, 'onClose' | 'onVisit'>) {
  const then = { onDone: onClose };
  const telegram = useAction('connect-telegram', then);
  const wordpress = useAction('save-wordpress', then);
  const medium = useAction('save-medium', then);
  const { busy, failure, errors } = { telegram, wordpress, medium, vimeo: { busy: false, failure: '', errors: none } }[
    network
  ];

  const connect = (userId: string, values: Readonly<Record<string, string>>) => {
    const value = (name: string) => (values[name] ?? '').trim();
    switch (network) {
      case 'telegram':
        return telegram.run({ user_id: userId, chat_id: value('chat_id'), bot_token: value('bot_token') });
      case 'wordpress':
        return wordpress.run({
          user_id: userId,
          url: withProtocol(value('url')),
          username: value('username'),
          password: value('password'),
        });
      case 'medium':
        return medium.run({ user_id: userId, access_token: value('access_token') });
      case 'vimeo':
        onVisit({ network, userId, app: { client_id: value('client_id'), client_secret: value('client_secret') } });
        return onClose();
      default:
        return network satisfies never;
    }
  };
  return { connect, busy, failure, errors };
}

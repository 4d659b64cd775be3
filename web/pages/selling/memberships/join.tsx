import { Loader } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { Offer } from '#contract/selling/memberships.ts';
import { dollars } from '#rules/money.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Failure } from '../../../parts/states/failure.tsx';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { useAction } from '../../../api/action.ts';
import { CallError } from '../../../api/call.ts';
import { useCall } from '../../../api/queries.ts';
import { SignedOut } from '../../../shell/signed-out.tsx';
import { useBrand } from '../../../theme/brand.ts';
import { paths } from '../../../paths.ts';
import styles from './join/join.module.css';

/** `/join/:id`: where anyone buys a membership of the brand; Stripe redirects buyers back here with `?session=…`. */
export default function Join() {
  const { id = '' } = useParams();
  const session = useSearchParams()[0].get('session') ?? '';
  return session === '' ? <Sale id={id} /> : <Bought id={id} session={session} />;
}

const isGone = (error: Error | null): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 422);

function Sale({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useCall('fetch-offer', { id }, { passing: true });
  if (data) return <ToBuy offer={data} />;
  if (isPending) return <Opening />;
  return isGone(error) ? <Gone /> : <Failed error={error} onRetry={() => void refetch()} />;
}

function ToBuy({ offer: { id, name, price, paytime } }: { offer: Offer }) {
  const brand = useBrand();
  const join = useAction('join-membership', { quiet: true, onDone: ({ url }) => location.assign(url) });
  return (
    <SignedOut title={name} heading={name} text={`Your membership of ${brand.name}`}>
      <p className={styles.price}>
        {dollars(price)} <span>per {paytime === 'yearly' ? 'year' : 'month'}</span>
      </p>
      <Failure message={join.failure} />
      <SubmitButton busy={join.busy} fullWidth onClick={() => void join.run({ id, back: location.origin })}>
        Continue to payment
      </SubmitButton>
      <p className={styles.small}>
        You pay at Stripe, and can cancel there at any time. Afterwards we send you an email with a link to set your
        password.
      </p>
      <p className={styles.small}>
        <Link to={paths.login()}>Already a member? Sign in</Link>
      </p>
    </SignedOut>
  );
}

function Bought({ id, session }: { id: string; session: string }) {
  const { data, error, isPending, isFetching, refetch } = useCall('finish-joining', { id, session }, { still: true });
  if (isPending) return <Opening />;
  if (!data) return isGone(error) ? <Gone /> : <Failed error={error} onRetry={() => void refetch()} />;
  if (!data.paid)
    return (
      <SignedOut title="Your payment" heading="Your payment is on its way" text={stillPaying}>
        <SubmitButton busy={isFetching} fullWidth onClick={() => void refetch()}>
          Look again
        </SubmitButton>
      </SignedOut>
    );
  return (
    <SignedOut
      title="Welcome"
      heading="Thank you, and welcome"
      text={
        data.email === ''
          ? 'We have sent you an email with a link to set your password.'
          : `We have sent an email to ${data.email} with a link to set your password.`
      }
    >
      <p className={styles.small}>
        Has it not arrived? Check your spam folder, or let us <Link to={paths.forgotPassword()}>send another link</Link>
        .
      </p>
    </SignedOut>
  );
}

const stillPaying =
  'Some ways to pay take a while. You get an email with a link to set your password as soon as the payment has ' +
  'arrived.';

const Opening = () => (
  <SignedOut title="Membership" heading="One moment">
    <div className={styles.opening}>
      <Loader size="md" role="img" aria-label="Loading" />
    </div>
  </SignedOut>
);

const Gone = () => (
  <SignedOut
    title="Membership"
    heading={messages.membershipGone}
    text="The address may have been cut off when it was copied, or the membership is not sold any more."
  >
    <p className={styles.small}>
      <Link to={paths.login()}>Back to sign in</Link>
    </p>
  </SignedOut>
);

const Failed = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) => (
  <SignedOut title="Membership" heading="Membership">
    <ErrorState error={error} onRetry={onRetry} />
  </SignedOut>
);

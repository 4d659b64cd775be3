import { Button } from '@mantine/core';
import type { Light, WhiteLabel } from '#contract/selling/white-label.ts';
import { domainDays } from '#rules/domains.ts';
import { CopyButton } from '../../../parts/buttons/copy-button.tsx';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useAction } from '../../../api/action.ts';
import { SendSteps } from './send-steps.tsx';
import styles from './white-label.module.css';
import { OwnOnly } from '../../../parts/forms/own-only.tsx';

const names: Readonly<Record<Light['name'], string>> = {
  ownership: 'Ownership',
  address: 'A record',
  conflict: 'Other records',
  authority: 'CAA records',
  certificate: 'Certificate',
};

const looks: Readonly<Record<Light['state'], { icon: IconName; word: string }>> = {
  right: { icon: 'check', word: 'Right' },
  missing: { icon: 'circle-dashed', word: 'Missing' },
  wrong: { icon: 'alert-triangle', word: 'Wrong' },
  unknown: { icon: 'help-circle', word: 'Not known' },
};

const states: Readonly<Record<WhiteLabel['state'], string>> = {
  active: 'Your site is served at this domain.',
  waiting: 'The site is served once ownership, A record and other records are right.',
  released: 'The domain is released. Choose one and press Check & Submit.',
};

/** The state of the domain in one sentence, and whether it is good. */
function standing({ state, lights }: WhiteLabel): { words: string; isGood: boolean } {
  if (state !== 'active') return { words: states[state], isGood: false };
  const isTrusted = !lights.some((light) => light.name === 'certificate' && light.state === 'wrong');
  if (isTrusted) return { words: states.active, isGood: true };
  return { words: 'Your site is served at this domain, but browsers warn its visitors.', isGood: false };
}

/** How to set up the domain, and its state. */
export function Domain({ label }: { label: WhiteLabel | null }) {
  const check = useAction('verify-domain');
  const release = useAction('release-domain');
  if (label === null || label.domain === '')
    return (
      <section className={styles.panel} aria-labelledby="domain">
        <h2 id="domain">Domain</h2>
        {label !== null && <p>{states.released}</p>}
        <Steps />
      </section>
    );
  const { words, isGood } = standing(label);
  return (
    <section className={styles.panel} aria-labelledby="domain">
      <h2 id="domain">{label.domain}</h2>
      <p className={styles.state} data-state={isGood ? 'good' : 'waiting'}>
        <Icon name={isGood ? 'check' : label.state === 'active' ? 'alert-triangle' : 'hourglass'} size={18} />
        {words}
      </p>
      {label.failing_since !== null && <Late since={label.failing_since} />}
      <ul className={styles.lights}>
        {label.lights.map((light) => (
          <li key={light.name} data-state={light.state}>
            <Icon name={looks[light.state].icon} size={18} />
            <div>
              <b>
                {names[light.name]}: {looks[light.state].word}
              </b>
              <span>{light.words}</span>
            </div>
          </li>
        ))}
      </ul>
      <Records label={label} />
      <Steps />
      <SendSteps label={label} />
      <OwnOnly permission="sell">
        <div className={styles.end}>
          {label.checked !== null && (
            <span className={styles.note}>
              Last checked <When at={label.checked} />, automatically every hour
            </span>
          )}
          <Button
            variant="subtle"
            color="red"
            onClick={() =>
              confirmDelete({
                text: 'Do you want to release this domain',
                confirm: 'Release',
                about: { name: label.domain, words: 'Nobody can open your site there any more' },
                onConfirm: () => release.run({ id: label.id }),
              })
            }
          >
            Release
          </Button>
          <Button variant="default" loading={check.busy} onClick={() => void check.run({ id: label.id })}>
            Check again
          </Button>
        </div>
      </OwnOnly>
    </section>
  );
}

/** How long the domain has been wrong, and the consequences. */
function Late({ since }: { since: string }) {
  const releasedAt = new Date(new Date(since).getTime() + domainDays.release * 86_400_000).toISOString();
  return (
    <p className={styles.hint}>
      Wrong since <When at={since} within />. The domain is released <When at={releasedAt} within /> if it stays so.
    </p>
  );
}

/** The records to set, with their full names: providers differ in which part they ask for. Each can be copied. */
function Records({ label: { domain, ip, proof } }: { label: WhiteLabel }) {
  const records = [
    { type: 'A', host: domain, value: ip ?? '' },
    { type: 'TXT', host: proof.name, value: proof.value },
  ].filter(({ value }) => value !== '');
  return (
    <>
      <dl className={styles.records}>
        {records.map(({ type, host, value }) => (
          <div key={type}>
            <dt>
              {type} record for {host}
            </dt>
            <dd>
              <code>{value}</code>
              <CopyButton what={{ text: value }} label={`Copy the ${type} record`}>
                Copy
              </CopyButton>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>
        Some providers want names without the domain at their end: @ then stands for the domain itself.
      </p>
    </>
  );
}

function Steps() {
  return (
    <ol className={styles.steps}>
      <li>Enter the top-level domain only, without www or http. A subdomain works as well.</li>
      <li>
        Add an A record with host @ that points to the given IP address, and the TXT record that proves it is yours.
      </li>
      <li>Set the TTL to automatic or 14400.</li>
      <li>It takes 48–72 hours at most to take effect.</li>
    </ol>
  );
}

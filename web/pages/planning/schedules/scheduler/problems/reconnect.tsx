import type { NetworkId } from '#rules/eligibility.ts';
import { ConnectDialog } from '../../../../../parts/connecting/connect-dialog.tsx';
import { FacebookDialog } from '../../../../../parts/connecting/facebook-dialog.tsx';
import type { ConsentState } from '../../../../../parts/connecting/use-consent.ts';
import { VisitStatus } from '../../../../../parts/connecting/visit-status.tsx';

type Props = {
  clientId: string;
  /** The network whose dialog is open; null for none. */ typed: NetworkId | null;
  consent: ConsentState;
  onClose: () => void;
};

/** The dialogs that reconnect an account of a client. They are inside a form, and do not submit it. */
export function Reconnect({ clientId, typed, consent, onClose }: Props) {
  return (
    <div onSubmit={(event) => event.stopPropagation()}>
      <VisitStatus visit={consent.visit} problem={consent.problem} />
      <ConnectDialog network={typed} userId={clientId} onClose={onClose} onVisit={consent.begin} />
      {consent.choice && <FacebookDialog choice={consent.choice} userId={clientId} onEnd={consent.endChoice} />}
    </div>
  );
}

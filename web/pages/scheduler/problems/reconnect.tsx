import type { NetworkId } from '#rules/eligibility.ts';
import { ConnectDialog } from '../../client-editor/connect-dialog.tsx';
import { FacebookDialog } from '../../client-editor/facebook-dialog.tsx';
import type { ConsentState } from '../../client-editor/use-consent.ts';
import { VisitStatus } from '../../client-editor/visit-status.tsx';

type Props = {
  clientId: string;
  /** Whose dialog is open; null while none is. */ typed: NetworkId | null;
  consent: ConsentState;
  onClose: () => void;
};

/** The dialogs by which an account of a client is connected again. They stand inside of a form, and send none of it. */
export function Reconnect({ clientId, typed, consent, onClose }: Props) {
  return (
    <div onSubmit={(event) => event.stopPropagation()}>
      <VisitStatus visit={consent.visit} problem={consent.problem} />
      <ConnectDialog network={typed} userId={clientId} onClose={onClose} onVisit={consent.begin} />
      {consent.choice && <FacebookDialog choice={consent.choice} userId={clientId} onEnd={consent.endChoice} />}
    </div>
  );
}

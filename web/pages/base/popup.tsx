import { messages } from '#contract/messages.ts';
import { ConnectEnded } from './connect-ended.tsx';

/** `/popup`: the last page of a connect window whose ticket has no network. */
export default function Popup() {
  return <ConnectEnded ending={{ kind: 'failed', message: messages.visitOver }} title="Connect Account" />;
}

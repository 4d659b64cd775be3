import { messages } from '#contract/messages.ts';
import { ConnectEnded } from './connect-ended.tsx';

/** `/popup`: where a connect window ends whose ticket leads to no network. */
export default function Popup() {
  return <ConnectEnded ending={{ kind: 'failed', message: messages.visitOver }} title="Connect Account" />;
}

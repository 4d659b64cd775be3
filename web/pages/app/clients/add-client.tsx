import { useMay, useUser } from '../../../api/session.ts';
import { ClientEditor } from '../../people/clients/client-editor/client-editor.tsx';
import { ExistingClient } from './edit-client/existing-client.tsx';

/** `/add-client`. A client account gets its own profile here. */
export default function AddClient() {
  const user = useUser();
  const manages = useMay('manageClients');
  return manages ? <ClientEditor client={null} /> : <ExistingClient id={user.id} />;
}

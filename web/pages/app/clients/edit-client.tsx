import { useParams } from 'react-router';
import { ExistingClient } from './edit-client/existing-client.tsx';

/** `/edit-client/:id`. */
export default function EditClient() {
  const { id = '' } = useParams();
  return <ExistingClient key={id} id={id} />;
}

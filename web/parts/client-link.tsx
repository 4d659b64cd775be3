import { Link } from 'react-router';
import { useUser } from '../api/session.ts';
import { paths } from '../paths.ts';

type Props = { /** Null where the client is gone. */ id: string | null; name: string; className?: string | undefined };

/** A client's name in a list, which leads to the client's page; a client account reads its own name alone. */
export function ClientLink({ id, name, className }: Props) {
  const { is_client_account: isClient } = useUser();
  if (id === null || isClient) return <span className={className}>{name}</span>;
  return (
    <Link to={paths.editClient(id)} className={className}>
      {name}
    </Link>
  );
}

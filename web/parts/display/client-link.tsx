import { Link } from 'react-router';
import { useUser } from '../../api/session.ts';
import { paths } from '../../paths.ts';

type Props = { /** Null if the client was deleted. */ id: string | null; name: string; className?: string | undefined };

/** A client's name in a list, linked to the client's page; a client account sees only its own name, without a link. */
export function ClientLink({ id, name, className }: Props) {
  const { is_client_account: isClient } = useUser();
  if (id === null || isClient)
    return (
      <span className={className} title={name}>
        {name}
      </span>
    );
  return (
    <Link to={paths.editClient(id)} className={className} title={name}>
      {name}
    </Link>
  );
}

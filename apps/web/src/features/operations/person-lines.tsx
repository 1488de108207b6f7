import { AppLink } from '../../ui/app-link.tsx';
import texts from '../../ui/texts.module.css';

interface Named {
  readonly fullName: string;
  readonly email: string;
}

/** Somebody in a column: the name, and below it the email address, which tells two of a name apart. */
export function PersonLines({ person: { fullName, email } }: { readonly person: Named }) {
  return (
    <span className={texts.twoLines}>
      <span>{fullName}</span>
      <span className={texts.sub}>{email}</span>
    </span>
  );
}

/** The same in a file. */
export const personInFile = ({ fullName, email }: Named): string => `${fullName} ${email}`;

interface PersonLinkProps {
  readonly person: { readonly userId: number; readonly fullName: string };
}

/** Somebody in a drawer: the name leads to their account. */
export function PersonLink({ person: { userId, fullName } }: PersonLinkProps) {
  return <AppLink to={`/ops/users/${userId}`}>{fullName}</AppLink>;
}

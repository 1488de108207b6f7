import { migrate } from '@trickdesk/db';
import { openFoundation } from './compose/foundation.ts';
import { isOperatorRole, listOperators, OPERATOR_ROLES, setOperatorRole } from './features/accounts/index.ts';
import { readSettings } from './platform/settings.ts';

const USAGE = `npm run operators -- grant <email or username> <role>   makes somebody an operator; roles: ${OPERATOR_ROLES.join(', ')}
npm run operators -- revoke <email or username>         makes the account an ordinary one again
npm run operators -- list                               says who is one
  The account must exist. Its sessions end, so that what it may do holds from the next sign-in on.`;

process.exitCode = await main(process.argv.slice(2));

/** @returns 1 where there is no such account, 2 where the words are none */
async function main([verb, name, role, ...more]: readonly string[]): Promise<number> {
  const granted = verb === 'grant' && role !== undefined && isOperatorRole(role) ? role : undefined;
  const isMeant =
    more.length === 0 &&
    ((verb === 'list' && name === undefined) ||
      (verb === 'grant' && granted !== undefined) ||
      (verb === 'revoke' && name !== undefined && role === undefined));
  if (!isMeant) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const foundation = openFoundation(readSettings(process.env));
  try {
    await migrate(foundation.settings.databaseUrl);
    if (name !== undefined && !(await setOperatorRole(foundation, { name, role: granted }))) {
      process.stderr.write(`There is no account ${name}. Register it first.\n`);
      return 1;
    }
    const all = await listOperators(foundation.database.kysely);
    const lines = all.map(({ email, may }) => `  ${email}: ${may.join(', ')}`);
    process.stdout.write(all.length === 0 ? 'There are no operators.\n' : `Operators:\n${lines.join('\n')}\n`);
    return 0;
  } finally {
    await foundation.database.close();
  }
}

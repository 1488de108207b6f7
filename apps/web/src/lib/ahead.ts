import type { CallName } from '@trickdesk/contract';
import { send } from './send.ts';
import type { InputOfCall, OutputOfCall } from './wire.ts';

/** Calls made before the code of the page that shows them had arrived; each answer is taken once. */
const asked = new Map<string, Promise<unknown>>();

function keyText(name: CallName, input: unknown): string {
  return `${name} ${JSON.stringify(input)}`;
}

/** Makes a call whose page is on its way. Whatever becomes of it is for that page to say. */
export function askAhead<Name extends CallName>(name: Name, input: InputOfCall<Name>): void {
  const answer = send(name, input, { quiet: true });
  // Taken late, a failure would count as unhandled before.
  answer.catch(() => undefined);
  asked.set(keyText(name, input), answer);
}

/** The answer that was asked for ahead; afterwards, and where there was none, undefined: the page asks itself. */
export function takeAhead<Name extends CallName>(
  name: Name,
  input: InputOfCall<Name>,
): Promise<OutputOfCall<Name>> | undefined {
  const key = keyText(name, input);
  const answer = asked.get(key);
  asked.delete(key);
  return answer as Promise<OutputOfCall<Name>> | undefined;
}

import type { CallName } from '@trickdesk/contract';
import { CallFailure, isRecord, readFailure } from './call-failure.ts';
import { send, session } from './send.ts';
import { asTold } from './server-texts.ts';
import { type InputOfCall, type OutputOfCall, toWire } from './wire.ts';

const REFRESH_CODES: readonly unknown[] = ['TOKEN_MISSING', 'TOKEN_EXPIRED'];

/**
 * Makes a call that carries files, and tells how much of it has left. `fetch` tells nothing of what is under way, so this
 * is the older way of asking; a token that has run out is renewed by a small call first, and the files are sent once more.
 *
 * @param tell the share that has left, 0 to 1
 * @throws CallFailure for every refusal, a lost connection and an ended session; the form shows it
 */
export async function sendFiles<Name extends CallName>(
  name: Name,
  input: InputOfCall<Name>,
  tell: (share: number) => void,
): Promise<OutputOfCall<Name>> {
  let answer = await post(name, input, tell);
  if (answer.status === 401 && isRecord(answer.body) && REFRESH_CODES.includes(answer.body['code'])) {
    await send('usernotificationcount', {}, { quiet: true });
    answer = await post(name, input, tell);
  }
  const { status, body } = answer;
  if (status !== 200) throw readFailure(status, body);
  if (!isRecord(body) || !('data' in body)) throw new CallFailure({ code: 'BAD_ANSWER', status, message: '' });
  // The validated edge: the server checks its answers against the same contract that types this one.
  return body['data'] as OutputOfCall<Name>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function post<Name extends CallName>(
  name: Name,
  input: InputOfCall<Name>,
  tell: (share: number) => void,
): Promise<Answer> {
  const { url, body } = toWire(name, input);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('content-type', 'application/json');
    request.setRequestHeader('authorization', `Bearer ${session.token() ?? ''}`);
    request.upload.onprogress = ({ loaded, total }) => tell(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) });
    request.onerror = () => reject(new CallFailure({ code: 'NO_CONNECTION', status: 0, message: '' }));
    request.ontimeout = request.onerror;
    request.send(body);
  });
}

function parsed(text: string): unknown {
  try {
    return asTold(JSON.parse(text));
  } catch (error) {
    return { notJson: error };
  }
}

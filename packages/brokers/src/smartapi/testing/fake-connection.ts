import type { BrokerAccess } from '../../port.ts';
import type { ConnectionEnd, ConnectionListener, OpenConnection } from '../feed-connection.ts';

export interface FakeConnection {
  readonly access: BrokerAccess;
  readonly listener: ConnectionListener;
  readonly sent: string[];
  readonly endedWith: () => ConnectionEnd | undefined;
}

/** Connections without a network: the test plays the server. */
export function createFakeConnections(): { readonly open: OpenConnection; readonly all: FakeConnection[] } {
  const all: FakeConnection[] = [];
  const open: OpenConnection = (_url, access, listener) => {
    let ended: ConnectionEnd | undefined;
    const sent: string[] = [];
    const guarded: ConnectionListener = {
      onOpen: () => listener.onOpen(),
      onBinary: (bytes) => listener.onBinary(bytes),
      onText: (text) => listener.onText(text),
      onEnd: (end, httpStatus) => {
        if (ended !== undefined) return;
        ended = end;
        listener.onEnd(end, httpStatus);
      },
    };
    all.push({ access, listener: guarded, sent, endedWith: () => ended });
    return { send: (text) => sent.push(text), drop: guarded.onEnd };
  };
  return { open, all };
}

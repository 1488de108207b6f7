import { once } from 'node:events';
import type pg from 'pg';

/** What the driver has for COPY and its types do not name. */
declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void;
    endCopyFrom(): void;
    sendCopyFail(reason: string): void;
  }
}

/** Each row is a message of its own: they are handed on in pieces of about this size. */
const PIECE_BYTES = 64 * 1024;
/** What may wait to be taken before the server is kept from sending more. */
const WAITING_BYTES = 1024 * 1024;

interface Completed {
  readonly text: string;
}

/** The rows that `COPY <n>` names. */
const rowsOf = ({ text }: Completed): number => Number(text.split(' ')[1] ?? 0);

/** A COPY statement as the driver carries it out. */
abstract class CopyStatement {
  readonly #text: string;
  protected failure: Error | undefined;
  protected rows = 0;
  readonly ended: Promise<number>;
  #done: (rows: number) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor(text: string) {
    this.#text = text;
    this.ended = new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#fail = reject;
    });
    // Whoever reads the rows meets it too.
    this.ended.catch(() => undefined);
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }

  handleCommandComplete(message: Completed): void {
    this.rows = rowsOf(message);
  }

  handleReadyForQuery(): void {
    if (this.failure) this.#fail(this.failure);
    else this.#done(this.rows);
    this.onEnd();
  }

  handleError(error: Error): void {
    this.failure ??= error;
    // After a lost connection nothing else comes; after the server's own refusal this is only earlier.
    this.#fail(this.failure);
    this.onEnd();
  }

  protected onEnd(): void {}
}

class CopyOut extends CopyStatement {
  #connection: pg.Connection | undefined;
  #piece: Buffer[] = [];
  #pieceBytes = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isOver = false;
  #wake: () => void = () => undefined;

  override submit(connection: pg.Connection): void {
    this.#connection = connection;
    super.submit(connection);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // A copy: the driver puts the next message where this one lies.
    this.#piece.push(Buffer.from(chunk));
    this.#pieceBytes += chunk.length;
    if (this.#pieceBytes >= PIECE_BYTES) this.#handOn();
  }

  protected override onEnd(): void {
    this.#handOn();
    this.#isOver = true;
    this.#wake();
  }

  #handOn(): void {
    if (this.#pieceBytes === 0) return;
    this.#waiting.push(Buffer.concat(this.#piece));
    this.#waitingBytes += this.#pieceBytes;
    [this.#piece, this.#pieceBytes] = [[], 0];
    if (this.#waitingBytes > WAITING_BYTES) this.#connection?.stream.pause();
    this.#wake();
  }

  async *read(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) {
        this.#waitingBytes -= next.length;
        if (this.#waitingBytes < WAITING_BYTES) this.#connection?.stream.resume();
        yield next;
      } else if (this.#isOver) {
        await this.ended;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

class CopyIn extends CopyStatement {
  readonly #source: AsyncIterable<Buffer>;

  constructor(text: string, source: AsyncIterable<Buffer>) {
    super(text);
    this.#source = source;
  }

  handleCopyInResponse(connection: pg.Connection): void {
    this.#send(connection).then(
      () => connection.endCopyFrom(),
      (error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
        connection.sendCopyFail('its source failed');
      },
    );
  }

  async #send(connection: pg.Connection): Promise<void> {
    for await (const chunk of this.#source) {
      // The server has refused a row: what follows is of no use to it.
      if (this.failure) return;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await drained(connection.stream);
    }
  }
}

/** Also where the connection is lost meanwhile, which its statement is told. */
async function drained(stream: pg.Connection['stream']): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).finally(() =>
    stop.abort(),
  );
}

/** Rows on their way out of the server, as text of COPY. */
export interface CopiedOut {
  /** No more is read from the server than is taken from here. To be read to its end. */
  readonly pieces: AsyncIterable<Buffer>;
  /** How many rows there were, at the end. */
  readonly rows: Promise<number>;
}

/** @param statement a COPY … TO STDOUT */
export function copyOut(client: pg.Client, statement: string): CopiedOut {
  const copying = client.query(new CopyOut(statement));
  return { pieces: copying.read(), rows: copying.ended };
}

/**
 * @param statement a COPY … FROM STDIN
 * @returns how many rows the server has taken
 * @throws the server's error, or that of the source; nothing was added then
 */
export function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  return client.query(new CopyIn(statement, source)).ended;
}

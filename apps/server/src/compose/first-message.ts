import type { MessagePort } from 'node:worker_threads';

/** What a thread that waits is told. Nobody checks it: whoever begins such a thread sends nothing else first. */
export interface FirstMessage<Message> {
  readonly message: Promise<Message>;
  readonly hasCome: () => boolean;
}

/** Listens from now on; the message waits for whoever asks for it later. */
export function firstMessageOf<Message>(port: MessagePort): FirstMessage<Message> {
  let hasCome = false;
  const message = new Promise<Message>((resolve) => {
    port.once('message', (told: Message) => {
      hasCome = true;
      resolve(told);
    });
  });
  return { message, hasCome: () => hasCome };
}

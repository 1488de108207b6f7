/** One event of a Server-Sent Events stream. */
export interface WireEvent {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: string;
}

/**
 * Reads Server-Sent Events from text that arrives in arbitrary pieces. Comments (heartbeats) give no event.
 * Written from the field rules of the HTML standard, section 9.2.6.
 */
export function createEventReader(onEvent: (event: WireEvent) => void): (piece: string) => void {
  let rest = '';
  let name = '';
  let id: string | undefined;
  let data: string[] = [];

  function endOfEvent(): void {
    if (data.length > 0) onEvent({ name: name === '' ? 'message' : name, id, data: data.join('\n') });
    name = '';
    id = undefined;
    data = [];
  }

  function field(line: string): void {
    const colon = line.indexOf(':');
    const key = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (key === 'event') name = value;
    else if (key === 'data') data.push(value);
    else if (key === 'id' && !value.includes('\0')) id = value;
  }

  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') endOfEvent();
      else if (!line.startsWith(':')) field(line);
    }
  };
}

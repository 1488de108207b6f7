/** JSON lines like those of the parts, so that one reader takes them all. */
export interface Log {
  readonly info: (message: string) => void;
  readonly error: (message: string) => void;
}

const LEVELS = { info: 30, error: 50 } as const;

export function createLog(write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const at = (level: keyof typeof LEVELS) => (message: string) => {
    write(`${JSON.stringify({ level: LEVELS[level], time: Date.now(), name: 'supervisor', msg: message })}\n`);
  };
  return { info: at('info'), error: at('error') };
}

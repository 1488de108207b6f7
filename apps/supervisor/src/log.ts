/** JSON lines like those of the parts, so that one reader takes them all. */
export interface Log {
  readonly info: (message: string) => void;
  readonly error: (message: string) => void;
}

export function createLog(write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const at = (level: 'info' | 'error') => (message: string) => {
    write(`${JSON.stringify({ level, time: new Date().toISOString(), part: 'supervisor', msg: message })}\n`);
  };
  return { info: at('info'), error: at('error') };
}

/** What was asked for on the command line. */
export type Command =
  | { readonly kind: 'start'; readonly watch: boolean; readonly resetDemo: boolean }
  | { readonly kind: 'import'; readonly files: readonly string[] }
  /** The kill switch of the whole product, as the server's own entry reads it. */
  | { readonly kind: 'kill'; readonly words: readonly string[] }
  /** A new master key for everything that is sealed. */
  | { readonly kind: 'rotate-keys'; readonly words: readonly string[] }
  /** Whether anything was changed that must not be. */
  | { readonly kind: 'verify-audit'; readonly words: readonly string[] }
  /** Whether every rupee adds up, now. */
  | { readonly kind: 'verify-ledger'; readonly words: readonly string[] }
  /** Who decides on other people's cases. */
  | { readonly kind: 'operators'; readonly words: readonly string[] }
  /** Everything in the databases as one file. */
  | { readonly kind: 'backup'; readonly words: readonly string[] }
  /** Such a file in place of what is in the databases. */
  | { readonly kind: 'restore'; readonly words: readonly string[] }
  | { readonly kind: 'help' };

/** @throws Error for a flag that does not exist, or an import without files */
export function readCommand(flags: readonly string[]): Command {
  const [first, ...rest] = flags;
  if (first === '--help') return { kind: 'help' };
  if (first === '--import') {
    if (rest.length === 0) throw new Error('name the files to import: npm run import -- <files>');
    return { kind: 'import', files: rest };
  }
  if (first === '--kill') return { kind: 'kill', words: rest };
  if (first === '--verify-audit') return { kind: 'verify-audit', words: rest };
  if (first === '--verify-ledger') return { kind: 'verify-ledger', words: rest };
  if (first === '--operators') return { kind: 'operators', words: rest };
  if (first === '--backup') return { kind: 'backup', words: rest };
  if (first === '--restore') return { kind: 'restore', words: rest };
  if (first === '--rotate-keys') return { kind: 'rotate-keys', words: rest };
  const unknown = flags.filter((flag) => flag !== '--watch' && flag !== '--reset-demo');
  if (unknown.length > 0)
    throw new Error(
      `${unknown.join(', ')} is not known; there are --watch, --reset-demo, --import, --kill, --operators, --rotate-keys, --verify-audit, --verify-ledger, --backup, --restore, --help`,
    );
  return { kind: 'start', watch: flags.includes('--watch'), resetDemo: flags.includes('--reset-demo') };
}

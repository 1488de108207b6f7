/** Where to go after signing in: a path of this app, never another site; Home where `next` is anything else. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/')) return '/';
  // A second slash, a backslash or a control character would let a browser read another host out of it.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these characters from an address
  if (/^\/[/\\]/.test(next) || /[\u0000-\u001f]/.test(next)) return '/';
  return /^\/(login|register|forgot-password|reset-password)\b/.test(next) ? '/' : next;
}

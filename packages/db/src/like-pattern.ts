/** `%` and `_` in what a person types are letters to look for, not wildcards. */
export function likePattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

import { posix } from 'node:path';
import type { SourceTree } from '../repository/source-tree.ts';
import { PACKAGES } from './place.ts';

export type Target =
  | { readonly kind: 'own'; readonly file: string; readonly byPackageName: boolean }
  | { readonly kind: 'outside'; readonly library: string }
  | { readonly kind: 'missing'; readonly what: string };

const SCOPE = '@trickdesk/';

/** Which file or library an import means. */
export function resolveImport(tree: SourceTree, from: string, specifier: string): Target {
  if (specifier.startsWith('.')) {
    const file = posix.normalize(posix.join(posix.dirname(from), specifier.replace(/\?.*$/, '')));
    return { kind: 'own', file, byPackageName: false };
  }
  if (!specifier.startsWith(SCOPE)) return { kind: 'outside', library: specifier };
  const [name = '', ...rest] = specifier.slice(SCOPE.length).split('/');
  if (!PACKAGES.some((known) => known === name)) return { kind: 'missing', what: `there is no package ${name}` };
  const entry = packageEntry(tree, name, rest.join('/'));
  return entry
    ? { kind: 'own', file: entry, byPackageName: true }
    : { kind: 'missing', what: `${name} exports no ${rest.join('/')}` };
}

function packageEntry(tree: SourceTree, name: string, subpath: string): string | undefined {
  const { exports } = JSON.parse(tree.read(`packages/${name}/package.json`));
  const key = subpath === '' ? '.' : `./${subpath}`;
  const target: unknown = exports?.[key] ?? exports?.['./*']?.replace('*', subpath);
  return typeof target === 'string' ? posix.join('packages', name, target) : undefined;
}

import type { ColumnSort } from './column.ts';

type Named = Pick<ColumnSort<never>, 'name' | 'kind' | 'startsUp'>;
interface Sortable {
  readonly header: string;
  readonly sort?: Named;
}

const namesOf = ({ name, kind, startsUp = kind === 'text' }: Named): readonly [first: string, other: string] =>
  startsUp ? [name, `-${name}`] : [`-${name}`, name];

/**
 * The order that a list is shown in.
 *
 * @param asked what the address says; a word that no column has is none
 * @param own the list's own order: empty where no column says it
 */
export function sortOf(asked: string, columns: readonly Sortable[], own: string): string {
  return columns.some(({ sort }) => sort && namesOf(sort).includes(asked)) ? asked : own;
}

/** What the address says after another press of a head: one way, the other way, then the list's own order. */
export function nextSort(now: string, sort: Named, own: string): string {
  const [first, other] = namesOf(sort);
  const next = now === first ? other : now === other ? own : first;
  return next === own ? '' : next;
}

export function ariaSort(now: string, sort: Named | undefined): 'ascending' | 'descending' | undefined {
  if (sort === undefined || !namesOf(sort).includes(now)) return undefined;
  return now === sort.name ? 'ascending' : 'descending';
}

export interface SortChoice {
  readonly value: string;
  readonly kind: Named['kind'];
  readonly way: 'up' | 'down';
  readonly column: string;
}

/** Every order of a list, as a phone offers them: there a table has no heads. */
export function sortChoices(columns: readonly Sortable[]): SortChoice[] {
  return columns.flatMap(({ header, sort }) =>
    sort === undefined
      ? []
      : namesOf(sort).map((value) => ({
          value,
          kind: sort.kind,
          way: value === sort.name ? ('up' as const) : ('down' as const),
          column: header,
        })),
  );
}

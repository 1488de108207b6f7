import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { TableColumn } from './column.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/**
 * The rows in the order of a column that the browser sorts by; as they came where the server has done it. Equal rows
 * stay as they came.
 *
 * @param sort `name` or `-name`
 */
export function useSorted<Row extends object>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: string,
): readonly Row[] {
  const definitions = useMemo(
    (): ColumnDef<typeof features, Row>[] =>
      columns.flatMap(({ sort: by }) =>
        by?.value === undefined
          ? []
          : [
              {
                id: by.name,
                accessorFn: by.value,
                sortFn: by.kind === 'text' ? sortFn_text : sortFn_basic,
                sortUndefined: 'last' as const,
              },
            ],
      ),
    [columns],
  );
  const data = useMemo(() => [...rows], [rows]);
  const id = sort.replace(/^-/, '');
  const sorting = definitions.some((column) => column.id === id) ? [{ id, desc: sort.startsWith('-') }] : [];
  const table = useTable({
    features,
    columns: definitions,
    data,
    state: { sorting },
    onSortingChange: () => undefined,
  });
  return sorting.length === 0 ? rows : table.getRowModel().rows.map(({ original }) => original);
}

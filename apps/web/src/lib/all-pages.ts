export interface ReadPage<Row> {
  readonly rows: readonly Row[];
  /** Rows of the whole filtered set. */
  readonly total: number;
}

const LARGEST_PAGE = 100;

/**
 * Every row of a filtered set, page by page in the server's order. It ends when all that the server counted are there,
 * or when a page comes back empty because rows went away meanwhile.
 */
export async function readAllPages<Row>(
  read: (pageNumber: number, pageSize: number) => Promise<ReadPage<Row>>,
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await read(pageNumber, LARGEST_PAGE);
    all.push(...page.rows);
    if (page.rows.length === 0 || all.length >= page.total) return all;
  }
}

import { buildOpenApi } from '../../apps/server/src/http/openapi.ts';
import { allCalls } from '../../packages/contract/src/index.ts';
import { productTable } from '../product-table/table.ts';
import { readSourceTree } from './source-tree.ts';

/** Committed files that are made from others, by path: whoever reviews a change of the contract sees it in words. */
export function generatedFiles(): Readonly<Record<string, string>> {
  return {
    'docs/openapi.json': `${JSON.stringify(buildOpenApi(allCalls), undefined, 2)}\n`,
    'docs/product.md': productTable(readSourceTree()),
  };
}

export function isFeatureName(name: string): boolean {
  return /^[a-z]+(-[a-z]+)*$/.test(name);
}

/** The first files of a feature: contract, server and web, by path. They compile and pass the checks as they are. */
export function featureFiles(name: string): Record<string, string> {
  const pascal = name.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase());
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  const words = name.replaceAll('-', ' ');
  const server = `apps/server/src/features/${name}`;
  return {
    [`packages/contract/src/${name}.ts`]: `/** Calls about ${words}: declared with \`call\`, by their names on the wire. */
export const ${camel}Calls = {} as const;
`,
    [`${server}/calls.ts`]: `import type { ${camel}Calls } from '@trickdesk/contract';
import type { Handlers } from '../../http/handlers.ts';
import type { ${pascal}Service } from './service.ts';

export const ${camel}Handlers = (_${camel}: ${pascal}Service): Handlers<typeof ${camel}Calls> => ({});
`,
    [`${server}/service.ts`]: `import type { Database } from '@trickdesk/db';

export type ${pascal}Service = ReturnType<typeof create${pascal}Service>;

/** Use cases of ${words}: loads facts, lets rules.ts decide, records. */
export function create${pascal}Service(_database: Database) {
  return {};
}
`,
    [`${server}/index.ts`]: `export { ${camel}Handlers } from './calls.ts';
export { create${pascal}Service, type ${pascal}Service } from './service.ts';
`,
    [`apps/web/src/features/${name}/${name}-page.tsx`]: `/** The page of ${words}. */
export function ${pascal}Page() {
  return <main />;
}
`,
  };
}

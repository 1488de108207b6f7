import { allCalls, REFUSALS } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { buildOpenApi } from './openapi.ts';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content: unknown; readonly description: string }>>;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody: { readonly content: { 'application/json': { schema: { properties?: object } } } };
}
const document = JSON.parse(JSON.stringify(buildOpenApi(allCalls)));
const operationOf = (path: string): Operation => document.paths[path].post;

test('the document has every call once, with each refusal under its status', () => {
  expect(Object.keys(document.paths)).toHaveLength(Object.keys(allCalls).length);
  for (const call of Object.values(allCalls)) {
    const { responses } = operationOf(call.path);
    expect(Object.keys(responses)).toContain('200');
    for (const code of call.refusals) {
      expect(responses[String(REFUSALS[code].status)]?.description, `${call.name} ${code}`).toContain(code);
    }
  }
});

test('fields of the address are parameters and not in the body', () => {
  const { parameters, requestBody } = operationOf('/userapi/my-openposition');
  expect(parameters.map((one) => [one.in, one.name])).toContainEqual(['query', 'brokerId']);
  expect(Object.keys(requestBody.content['application/json'].schema.properties ?? {})).toEqual([
    'pageSize',
    'Search',
    'sort',
  ]);
  const topTen = operationOf('/userapi/gettopten/{thirtyDay}/{test}');
  expect(topTen.parameters.map((one) => one.name)).toEqual(['thirtyDay', 'test']);
});

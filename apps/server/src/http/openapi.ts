import {
  type Call,
  CLIENT_TOKEN_HEADER,
  COMMON_REFUSALS,
  REFRESH_COOKIE,
  REFUSALS,
  type RefusalCode,
  SIGNED_IN_REFUSALS,
  successOf,
  zFailure,
} from '@trickdesk/contract';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 document of a set of calls: envelope, places of the fields, and every refusal under its status. */
export function buildOpenApi(calls: Readonly<Record<string, Call>>): Json {
  const ordered = Object.values(calls).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trickdesk',
      version: '1',
      description:
        'Every call is a POST with a JSON body. Success: `{ status: true, message, data }`. ' +
        'Failure: `{ status: false, message, code, errors?, requestId }`. Money is whole paise.',
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(ordered.map((call) => [call.path, { post: operationOf(call) }])),
    components: {
      schemas: { Failure: schemaOf(zFailure, 'output') },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        clientToken: { type: 'apiKey', in: 'header', name: CLIENT_TOKEN_HEADER },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: REFRESH_COOKIE },
      },
    },
  };
}

function operationOf(call: Call): Json {
  const input = schemaOf(call.input, 'input');
  const { path = [], query = [] } = call.places;
  const elsewhere = new Set([...path, ...query]);
  return {
    operationId: call.name,
    summary: call.summary,
    security: securityOf(call),
    parameters: [
      ...path.map((name) => parameter(input, name, 'path')),
      ...query.map((name) => parameter(input, name, 'query')),
    ],
    requestBody: { required: false, content: { 'application/json': { schema: without(input, elsewhere) } } },
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(successOf(call.output), 'output') } },
      },
      ...refusalsOf(call),
    },
  };
}

function securityOf({ access }: Call): Json[] {
  switch (access) {
    case 'signed_in':
      return [{ accessToken: [] }];
    case 'client_token':
      return [{ clientToken: [] }];
    case 'open':
      return [{ refreshCookie: [] }, {}];
  }
}

function refusalsOf(call: Call): Json {
  const signedIn = call.access === 'signed_in' ? SIGNED_IN_REFUSALS : [];
  const codes: RefusalCode[] = [...new Set<RefusalCode>([...COMMON_REFUSALS, ...signedIn, ...call.refusals])];
  const byStatus: Record<number, RefusalCode[]> = {};
  for (const code of codes) {
    const { status } = REFUSALS[code];
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${REFUSALS[code].message}`).join('\n\n'),
        content: {
          'application/json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Failure' }],
              properties: { code: { enum: ofStatus } },
            },
          },
        },
      },
    ]),
  );
}

function parameter(input: Json, name: string, place: 'path' | 'query'): Json {
  const required = place === 'path' || requiredOf(input).includes(name);
  return { name, in: place, required, schema: propertiesOf(input)[name] ?? {} };
}

function without(input: Json, names: ReadonlySet<string>): Json {
  if (names.size === 0) return input;
  const properties = Object.entries(propertiesOf(input)).filter(([name]) => !names.has(name));
  return {
    ...input,
    properties: Object.fromEntries(properties),
    required: requiredOf(input).filter((name) => !names.has(name)),
  };
}

function propertiesOf(schema: Json): Json {
  const { properties } = schema;
  return typeof properties === 'object' && properties !== null ? (properties as Json) : {};
}

function requiredOf(schema: Json): readonly string[] {
  return Array.isArray(schema['required']) ? schema['required'].map(String) : [];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  // What a transform makes cannot be described; what it takes can.
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}

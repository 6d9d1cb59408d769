import type { Config } from '@wordrise/core';
import { DomainError } from '@wordrise/core';
import {
  type Endpoint,
  type ErrorCode,
  endpointGroups,
  endpoints,
  errorAnswer,
  z,
} from '@wordrise/core/contract';
import { sentByBrowser } from '../http/endpoint.ts';
import { toHttpError } from '../http/http-errors.ts';
import { sessionCookie } from '../http/session.ts';

type Json = Record<string, unknown>;

/** The API as an OpenAPI 3.1 document, generated from the schemas that validate it. */
export function openApiDocument({ productName, publicUrl }: Pick<Config, 'productName' | 'publicUrl'>) {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    const others = paths[endpoint.path];
    paths[endpoint.path] = { ...others, [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: '1' },
    servers: [{ url: publicUrl }],
    tags: Object.keys(endpointGroups).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: schema(errorAnswer, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie(publicUrl) },
        token: { type: 'http', scheme: 'bearer', description: 'DELIVERY_HOOK_TOKEN' },
        tokenAsPassword: {
          type: 'http',
          scheme: 'basic',
          description: 'DELIVERY_HOOK_TOKEN as the password',
        },
      },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: Object.keys(endpointGroups).filter((tag) => name in (endpointGroups[tag] ?? {})),
    ...security(endpoint),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status ?? 200]: success(endpoint),
      ...(endpoint.formTypes && { 303: { description: 'A form was accepted, and leads to this page' } }),
      ...refusals(endpoint),
    },
  };
}

function security({ access }: Endpoint): Json {
  if (access === 'session') return { security: [{ session: [] }] };
  return access === 'token' ? { security: [{ token: [] }, { tokenAsPassword: [] }] } : {};
}

function parameters(schemas: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schemas) return [];
  const { properties = {} } = schema(schemas, 'input') as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: value,
  }));
}

function requestBody(endpoint: Endpoint): Json {
  if (endpoint.bodyTypes) {
    const content = endpoint.bodyTypes.map((type) => [
      type,
      { schema: { type: 'string', format: 'binary' } },
    ]);
    return { requestBody: { required: true, content: Object.fromEntries(content) } };
  }
  const { body, formTypes = [], hasOptionalBody = false } = endpoint;
  if (!body) return {};
  const content = ['application/json', ...formTypes].map((type) => [type, { schema: schema(body, 'input') }]);
  return { requestBody: { required: !hasOptionalBody, content: Object.fromEntries(content) } };
}

function success(endpoint: Endpoint): Json {
  const types = endpoint.answerTypes ?? ['application/json'];
  const content = types.map((type) => [
    type,
    type === 'application/json' && endpoint.answer
      ? { schema: schema(endpoint.answer, 'output') }
      : { schema: { type: 'string' } },
  ]);
  return { description: 'Done', content: Object.fromEntries(content) };
}

function refusals(endpoint: Endpoint): Json {
  const codes: ErrorCode[] = ['internal', ...(endpoint.errors ?? [])];
  if (endpoint.access === 'session') codes.push('auth.required');
  if (endpoint.method !== 'GET' && sentByBrowser.includes(endpoint.access)) codes.push('request.origin');
  if (endpoint.body)
    codes.push('request.content_type', 'request.unreadable', 'request.too_large', 'request.timeout');
  if (endpoint.body || endpoint.query || endpoint.params) codes.push('input.invalid');
  const byStatus = Map.groupBy(codes, (code) => toHttpError(new DomainError(code, '')).status);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** A choice that JSON cannot express, such as a `Date`, is only for callers in the same process. */
function withoutOther(found: z.core.JSONSchema.BaseSchema): void {
  const known = found.anyOf?.filter((one) => Object.keys(one).length > 0);
  if (known?.length !== 1) return;
  delete found.anyOf;
  Object.assign(found, known[0]);
}

function schema(type: z.ZodType, io: 'input' | 'output'): Json {
  const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => withoutOther(jsonSchema);
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any', override });
  return rest;
}

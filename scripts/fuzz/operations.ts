import type { JsonSchema } from './schema.ts';

/** One call of the OpenAPI document. */
export interface Operation {
  name: string;
  method: string;
  /** Path parameters as `{name}`. */
  path: string;
  needsSession: boolean;
  parameters: readonly { name: string; in: string; schema: JsonSchema }[];
  /** Content types with their schemas. */
  bodies: Record<string, { schema: JsonSchema }>;
}

interface Described {
  operationId: string;
  security?: unknown[];
  parameters?: Operation['parameters'];
  requestBody?: { content: Operation['bodies'] };
}

/** The calls that a server's own document lists. */
export async function readOperations(origin: string): Promise<Operation[]> {
  const response = await fetch(`${origin}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, described]) => ({
      name: described.operationId,
      method: method.toUpperCase(),
      path,
      needsSession: (described.security ?? []).length > 0,
      parameters: described.parameters ?? [],
      bodies: described.requestBody?.content ?? {},
    })),
  );
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';

export interface PackedPackage {
  /** The tarball. */
  file: string;
  manifest: { name: string; version: string };
}

/**
 * A registry with the packages of one scope, with just what `npm install` needs: npm gets everything else from its
 * usual registry if called with `--@scope:registry=<url>`.
 */
export async function startTarballRegistry(
  packages: readonly PackedPackage[],
): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const wanted = packages.find(({ manifest, file }) => [manifest.name, basename(file)].includes(path));
    if (!wanted) response.writeHead(404).end('{}');
    else if (path === wanted.manifest.name)
      sendJson(response, describe(wanted, `http://${request.headers.host}`));
    else response.end(readFileSync(wanted.file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

function describe({ file, manifest }: PackedPackage, registry: string): object {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  const dist = { tarball: `${registry}/${basename(file)}`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}

const sendJson = (response: ServerResponse, value: object) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));

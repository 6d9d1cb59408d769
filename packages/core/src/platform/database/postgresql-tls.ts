/** Whether a connection is encrypted, and whether the server's certificate is verified too. */
export type Tls = 'off' | 'unverified' | 'verified';

/**
 * Reads `sslmode` and `ssl` of a database URL as PostgreSQL's own tools do: `require` encrypts, `verify-ca` and
 * `verify-full` verify the certificate too. `allow` and `prefer` are treated as no encryption.
 */
export function tlsOf(url: string): Tls {
  const { searchParams } = new URL(url);
  const mode = searchParams.get('sslmode') ?? modeOf(searchParams.get('ssl'));
  if (mode === 'verify-ca' || mode === 'verify-full') return 'verified';
  if (mode === 'no-verify') return 'unverified';
  if (mode !== 'require') return 'off';
  return searchParams.has('sslrootcert') ? 'verified' : 'unverified';
}

/** The URL for the driver, which interprets `require` and `prefer` differently unless the URL is explicit. */
export function connectionString(url: string): string {
  const given = new URL(url);
  if (tlsOf(url) === 'off') {
    for (const name of ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'])
      given.searchParams.delete(name);
  } else if (given.searchParams.get('sslmode') !== 'no-verify') {
    given.searchParams.set('uselibpqcompat', 'true');
  }
  return given.href;
}

/** `ssl` is the driver's name for `sslmode`. */
function modeOf(ssl: string | null): string {
  if (ssl === 'true' || ssl === '1') return 'verify-full';
  return ssl ?? 'disable';
}

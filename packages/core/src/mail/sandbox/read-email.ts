/** The two parts of an email created by `composeEmail`. */
export interface EmailBodies {
  html: string;
  text: string;
}

/** Reads an `.eml` file of the outbox. It understands what `composeEmail` writes, not every kind of email. */
export function readEmail(raw: Buffer): EmailBodies {
  const bodies: EmailBodies = { html: '', text: '' };
  for (const part of leaves(raw.toString('latin1'))) {
    const type = header(part.head, 'content-type').toLowerCase();
    const content = decode(part.body, header(part.head, 'content-transfer-encoding').toLowerCase());
    if (type.startsWith('text/html')) bodies.html = content;
    else if (type.startsWith('text/plain')) bodies.text = content;
  }
  return bodies;
}

interface Part {
  head: string;
  body: string;
}

function leaves(entity: string): Part[] {
  const end = entity.indexOf('\r\n\r\n');
  const head = (end === -1 ? entity : entity.slice(0, end)).replace(/\r\n[ \t]+/g, ' ');
  const body = end === -1 ? '' : entity.slice(end + 4);
  const boundary = /boundary="?([^";]+)"?/i.exec(header(head, 'content-type'))?.[1];
  if (!boundary) return [{ head, body }];
  // The line break before a boundary belongs to the boundary.
  const pieces = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return pieces.flatMap((piece) => leaves(piece.replace(/^[ \t]*\r\n/, '')));
}

function header(head: string, name: string): string {
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
}

function decode(body: string, encoding: string): string {
  const bytes =
    encoding === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(unquoted(body, encoding), 'latin1');
  return bytes.toString('utf8').replaceAll('\r\n', '\n');
}

function unquoted(body: string, encoding: string): string {
  if (encoding !== 'quoted-printable') return body;
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

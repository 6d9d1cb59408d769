import { messageBytes } from '../../mail/imap/bounce-mailbox.ts';
/**
 * How much of a message to the bounce address is read. Anyone may write to it, so the work for a message is limited
 * before it begins. What a report says is at its start; the rest is the returned email.
 */
export const reportLimits = {
  bytes: messageBytes,
  lines: 5000,
  /** Boundary lines, and multiparts inside one another. */
  parts: 100,
  depth: 10,
} as const;

/** As much of a message as is read. A stream is read to its end, so that nobody waits for it to be taken. */
export async function startOfReport(raw: Buffer | AsyncIterable<Uint8Array>): Promise<Buffer> {
  if (Buffer.isBuffer(raw)) return raw.subarray(0, reportLimits.bytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of raw) {
    if (bytes < reportLimits.bytes) chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, reportLimits.bytes);
}

/** The parts of a message that a report may be in. */
export interface ReportParts {
  /** All that was read of the message. */
  text: string;
  header: string;
  /** The first `message/delivery-status` (RFC 3464) and `message/feedback-report` (RFC 5965). */
  status?: string;
  feedback?: string;
  /** The body of a message that has no parts. */
  plain?: string;
}

interface Part {
  name: 'status' | 'feedback' | 'plain' | undefined;
  header: string[];
  lines: string[];
}

const names: Record<string, Part['name']> = {
  'message/delivery-status': 'status',
  'message/global-delivery-status': 'status',
  'message/feedback-report': 'feedback',
};

/**
 * Finds the machine-readable parts in one run over the lines. A returned email is not searched, so its writer cannot
 * put a report into it. An email parser would do more: it makes objects of every line and part, which takes seconds and
 * gigabytes for a small message made for that.
 */
export function reportParts(raw: Buffer): ReportParts {
  const lines = firstLines(raw.subarray(0, reportLimits.bytes).toString('latin1'));
  const found: ReportParts = { text: lines.join('\n'), header: '' };
  const boundaries: string[] = [];
  let part: Part = { name: 'plain', header: [], lines: [] };
  let isHeader = true;
  let begun = 0;
  for (const line of lines) {
    const level = line.startsWith('--') ? levelOf(line.trimEnd(), boundaries) : -1;
    if (level >= 0) {
      keep(found, part);
      begun += 1;
      if (begun > reportLimits.parts) return found;
      boundaries.length = level + 1;
      part = { name: undefined, header: [], lines: [] };
      isHeader = true;
    } else if (!isHeader) {
      if (part.name) part.lines.push(line);
    } else if (line !== '') {
      part.header.push(line);
    } else {
      isHeader = false;
      const header = part.header.join('\n');
      if (begun === 0) found.header = header;
      const type = field(header, 'Content-Type') ?? 'text/plain';
      const boundary = boundaryOf(type);
      if (boundary && boundaries.length < reportLimits.depth) boundaries.push(boundary);
      const kind = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
      part.name = names[kind] ?? (part.name && kind === 'text/plain' ? part.name : undefined);
    }
  }
  keep(found, part);
  return found;
}

function firstLines(text: string): string[] {
  return text.split('\n', reportLimits.lines).map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** The line that begins each part. */
function boundaryOf(type: string): string | undefined {
  if (!/^multipart\//i.test(type)) return undefined;
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  return boundary && `--${boundary.trimEnd()}`;
}

/** Which boundary a line is, also with the two hyphens that end the last part. */
function levelOf(line: string, boundaries: string[]): number {
  const level = boundaries.indexOf(line);
  return level < 0 && line.endsWith('--') ? boundaries.indexOf(line.slice(0, -2)) : level;
}

function keep(found: ReportParts, { name, header, lines }: Part): void {
  if (!name || found[name] !== undefined || lines.length === 0) return;
  found[name] = decoded(lines.join('\n'), field(header.join('\n'), 'Content-Transfer-Encoding'));
}

/** @param text One character per byte. */
function decoded(text: string, encoding = ''): string {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(text, 'base64').toString('utf8');
    case 'quoted-printable':
      return asUtf8(
        text
          .replace(/=[ \t]*\n/g, '')
          .replace(/=([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
      );
    default:
      return asUtf8(text);
  }
}

const asUtf8 = (text: string) => Buffer.from(text, 'latin1').toString('utf8');

/** The first field of a name. Fields may be folded. */
export function field(text: string, name: string): string | undefined {
  const start = `${name.toLowerCase()}:`;
  const lines = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return lines
    .find((line) => line.slice(0, start.length).toLowerCase() === start)
    ?.slice(start.length)
    .trim();
}

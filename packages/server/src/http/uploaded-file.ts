import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { DomainError } from '@wordrise/core';
import { limits, logoBytes, recordingTypes } from '@wordrise/core/contract';

/**
 * Streams an uploaded CSV file, which is either the request's body or the first file in a form. The whole file is never
 * in memory.
 *
 * @param what What it contains, for the command that imports a larger file.
 * @throws DomainError `request.content_type`, `request.too_large`, `import.unreadable`
 */
export async function* uploadedFile(
  req: IncomingMessage,
  what: 'words' | 'readers' | 'themes',
): AsyncIterable<Uint8Array> {
  const type = (req.headers['content-type'] ?? '').toLowerCase();
  if (Number(req.headers['content-length'] ?? 0) > limits.importBodyBytes) throw tooLarge(what);
  if (type.startsWith('text/csv')) yield* limited(req, what);
  else if (type.startsWith('multipart/form-data')) yield* limited(await firstFile(req), what);
  else throw new DomainError('request.content_type', 'Send the file as text/csv, or as a file in a form.');
}

/** Files that calls take as their body. Core says what they may be; this only keeps the rest out of memory. */
const bodies = {
  logo: {
    types: ['image/png', 'image/jpeg', 'image/svg+xml'],
    most: logoBytes,
    advice: 'Save it with fewer pixels.',
  },
  recording: {
    types: recordingTypes,
    most: limits.recordingBytes,
    advice: 'Save it with a lower bit rate.',
  },
};
const accepted = {
  logo: 'a PNG, JPEG or SVG file (image/png, image/jpeg or image/svg+xml)',
  recording: 'an MP3, AAC, M4A or Opus file (audio/mpeg, audio/aac, audio/mp4 or audio/ogg)',
};

/**
 * Reads an uploaded file, which is the request's body. Its content decides later what it is.
 *
 * @throws DomainError `request.content_type`, `request.too_large`
 */
export async function uploadedBody(req: IncomingMessage, what: keyof typeof bodies): Promise<Uint8Array> {
  const { most, advice } = bodies[what];
  const types: readonly string[] = bodies[what].types;
  const [type = ''] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  if (!types.includes(type.trim()))
    throw new DomainError('request.content_type', `Save the ${what} as ${accepted[what]}.`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of untilComplete(req as AsyncIterable<Uint8Array>)) {
    bytes += chunk.length;
    if (bytes > 2 * most) {
      const message = `The ${what} must be at most ${Math.floor(most / 1_048_576)} MB. ${advice}`;
      throw new DomainError('request.too_large', message);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* limited(source: AsyncIterable<Uint8Array>, what: string): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of untilComplete(source)) {
    bytes += chunk.length;
    if (bytes > limits.importBodyBytes) throw tooLarge(what);
    yield chunk;
  }
}

async function* untilComplete(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* source;
  } catch (cause) {
    const message = 'The upload was interrupted. Send the file again.';
    throw new DomainError('import.unreadable', message, { cause });
  }
}

function firstFile(req: IncomingMessage): Promise<AsyncIterable<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const noFile = () =>
      reject(new DomainError('import.unreadable', 'The form contains no file. Choose a CSV file.'));
    let form: BusboyInstance;
    try {
      form = new Busboy({ headers: req.headers as { 'content-type': string }, limits: { files: 1 } });
    } catch {
      noFile();
      return;
    }
    form.once('file', (_field, file) => {
      const bytes = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
      // It may fail before anything reads it, and an error without a listener would crash the process.
      bytes.on('error', () => {});
      file.on('error', (error) => bytes.destroy(error));
      form.on('error', (error) => bytes.destroy(error instanceof Error ? error : new Error('broken form')));
      resolve(file.pipe(bytes));
    });
    form.once('finish', noFile);
    form.once('error', noFile);
    req.once('aborted', () => form.destroy());
    req.pipe(form);
  });
}

function tooLarge(what: string): DomainError {
  const megabytes = Math.floor(limits.importBodyBytes / 1_048_576);
  return new DomainError(
    'request.too_large',
    `The file is larger than ${megabytes} MB. Import it with: wordrise ${what} import FILE`,
  );
}

import { createHash } from 'node:crypto';
import type { ResvgRenderOptions } from '@resvg/resvg-js';
import { Parser } from 'htmlparser2';
import type { LogoView } from '../contract/design.ts';
import { luminance } from '../contract/design-colors.ts';
import { logoBox, logoBytes, logoPixels } from '../contract/design-parts.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { DomainError } from '../platform/errors.ts';
import { Logo } from './template.ts';

interface LogoDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** An upload that no design took is kept for a day. */
const unusedMs = 86_400_000;

/**
 * Stores a logo, as a PNG of the size at which it is shown, redrawn from the pixels: nothing else that the file
 * contained is kept.
 *
 * @param file A PNG, JPEG or SVG; its content decides which.
 * @throws DomainError `template.logo`, `request.too_large`
 */
export async function storeLogo({ database, now }: LogoDeps, file: Uint8Array): Promise<LogoView> {
  const { png, ...shape } = await inTurn(() => drawLogo(Buffer.from(file)));
  const key = createHash('sha256').update(png).digest('base64url').slice(0, 27);
  await database.em().transactional(async (em) => {
    await em.nativeDelete(Logo, { isUsed: false, createdAt: { $lt: new Date(now().getTime() - unusedMs) } });
    const logo = { key, ...shape, content: png.toString('base64'), createdAt: now() };
    await em.upsert(Logo, logo, {
      onConflictFields: ['key'],
      onConflictAction: 'merge',
      onConflictMergeFields: ['createdAt'],
    });
  });
  return { key, ...shape };
}

/** A logo as a PNG. */
export async function readLogo({ database }: LogoDeps, key: string): Promise<Buffer | undefined> {
  const found = await database.em().findOne(Logo, { key }, { fields: ['content'] });
  return found ? Buffer.from(found.content, 'base64') : undefined;
}

interface Drawn extends Omit<LogoView, 'key'> {
  png: Buffer;
}

let last: Promise<unknown> = Promise.resolve();

/** One at a time: a large picture takes a hundred megabytes. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => {});
  return mine;
}

async function drawLogo(file: Buffer): Promise<Drawn> {
  if (file.length > logoBytes) {
    const message = `The logo must be at most ${Math.floor(logoBytes / 1_048_576)} MB. Save it with fewer pixels.`;
    throw new DomainError('request.too_large', message);
  }
  const kind = kindOf(file);
  if (!kind) throw refused('This is not a PNG, JPEG or SVG file.');
  const resvg = await import('@resvg/resvg-js').catch((cause) => {
    const message =
      'Logos cannot be prepared on this kind of machine: its picture library has no version for it.';
    throw new DomainError('template.logo', message, { cause });
  });
  if (kind === 'svg') return drawVector(file, resvg);
  return drawPixels(file, kind, resvg);
}

type Resvg = typeof import('@resvg/resvg-js');
type Kind = 'png' | 'jpeg' | 'svg';

/** What a file is by its content, whatever its name says. */
function kindOf(file: Buffer): Kind | undefined {
  if (file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return 'jpeg';
  const start = file
    .subarray(0, 1000)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  return /^<(?:\?xml|!--|!doctype svg|svg)/i.test(start) ? 'svg' : undefined;
}

const options: ResvgRenderOptions = { font: { loadSystemFonts: false } };

async function drawVector(file: Buffer, { Resvg }: Resvg): Promise<Drawn> {
  if (file.length > vectorBytes) throw refused('This SVG is too complex for a logo. Export it as PNG.');
  const source = file.toString('utf8');
  const found = unwantedElement(source);
  if (found) throw refused(found);
  try {
    const { width, height } = new Resvg(source, options);
    const shown = fitted({ width: width * 1000, height: height * 1000 });
    const fitTo = { mode: 'width' as const, value: Math.max(1, Math.round(shown.width * 2)) };
    const drawn = new Resvg(source, { ...options, fitTo }).render();
    return finished(drawn, shown);
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    throw refused('This SVG could not be read. Export it again, or as PNG.', cause);
  }
}

const vectorBytes = 500_000;

/** Drawings, which refer to nothing: no scripts, pictures, fonts or copies of copies. */
const drawingElements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs lineargradient radialgradient stop clippath title desc metadata style'.split(
    ' ',
  ),
);
/** What drawing programs write about themselves. */
const remarks = /^(?:sodipodi|inkscape|rdf|cc|dc|i|x|xmp|a):/;

function unwantedElement(source: string): string | undefined {
  let reason: string | undefined;
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1;
        const plain = name.toLowerCase().replace(/^svg:/, '');
        if (depth > 100) reason ??= 'This SVG is too complex for a logo. Export it as PNG.';
        if (drawingElements.has(plain) || remarks.test(plain)) return;
        reason ??= /^t(ext|span)/.test(plain)
          ? 'This SVG contains text, whose font may be missing. Convert the text to outlines, or export it as PNG.'
          : `This SVG contains <${plain.slice(0, 30)}>, which a logo cannot have. Export it as PNG.`;
      },
      onclosetag() {
        depth -= 1;
      },
      onprocessinginstruction(name) {
        if (/entity/i.test(name)) reason ??= 'This SVG is too complex for a logo. Export it as PNG.';
      },
    },
    { xmlMode: true },
  );
  parser.end(source);
  if (/<!entity/i.test(source)) reason ??= 'This SVG is too complex for a logo. Export it as PNG.';
  return reason;
}

/** Halved until it is less than twice as large as wanted, because one large step leaves out pixels. */
async function drawPixels(file: Buffer, kind: 'png' | 'jpeg', { renderAsync }: Resvg): Promise<Drawn> {
  const size = kind === 'png' ? pngSize(file) : jpegSize(file);
  if (!size || size.width < 1 || size.height < 1)
    throw refused('This picture is damaged. Export it again as PNG.');
  if (size.width * size.height > logoPixels) {
    const message = `This picture has ${size.width} × ${size.height} pixels. Make it smaller: ${logoBox.width * 2} pixels are wide enough.`;
    throw refused(message);
  }
  const shown = fitted(size);
  const goal = Math.max(1, Math.round(Math.min(size.width, shown.width * 2)));
  let source = `data:image/${kind};base64,${file.toString('base64')}`;
  for (let { width } = size; ; ) {
    width = Math.max(goal, Math.ceil(width / 2));
    const height = Math.max(1, Math.round((width * size.height) / size.width));
    const drawn = await renderAsync(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" preserveAspectRatio="none" href="${source}"/></svg>`,
      options,
    );
    if (width === goal) return finished(drawn, shown);
    source = `data:image/png;base64,${drawn.asPng().toString('base64')}`;
  }
}

interface Size {
  width: number;
  height: number;
}

/** The size of a picture within the box; never larger than it is. */
function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, logoBox.width / width, logoBox.height / height);
  return { width: width * scale, height: height * scale };
}

function finished(drawn: { asPng(): Buffer; pixels: Buffer }, shown: Size): Drawn {
  const ground = groundOf(drawn.pixels);
  if (!ground) throw refused('This picture is empty or damaged. Export it again as PNG.');
  const [width, height] = [shown.width, shown.height].map((side) => Math.max(1, Math.round(side)));
  return { png: drawn.asPng(), width: width ?? 1, height: height ?? 1, ground };
}

/**
 * What a logo has to stand on: if a third of its ink would be hard to see on one of our pages, the opposite.
 *
 * @returns nothing if there is no ink
 */
function groundOf(pixels: Buffer): LogoView['ground'] | undefined {
  let [ink, clear, dark, light] = [0, 0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 32) clear += 1;
    if (alpha < 200) continue;
    ink += 1;
    const shade = luminance(
      `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
    );
    if (shade < darkInk) dark += 1;
    if (shade > lightInk) light += 1;
  }
  if (ink === 0) return clear * 4 === pixels.length ? undefined : 'any';
  if (clear < (ink + clear) * 0.05) return 'any';
  if (dark > ink / 3) return 'light';
  return light > ink / 3 ? 'dark' : 'any';
}

/** Luminances with a contrast below 2 to our pages, at night and by day. */
const [darkInk, lightInk] = [0.07, 0.44];

function pngSize(file: Buffer): Size | undefined {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** Walks over the segments of a JPEG to the one with its size. */
function jpegSize(file: Buffer): Size | undefined {
  let at = 2;
  while (at + 9 < file.length) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    at += 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
}

function refused(message: string, cause?: unknown): DomainError {
  return new DomainError('template.logo', message, { cause, fields: { logo: [message] } });
}
